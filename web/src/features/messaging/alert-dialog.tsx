import { useQuery } from "@tanstack/react-query";
import { useState, type FormEvent } from "react";

import { brandsQuery } from "@/api/brands";
import { Alert } from "@/components/ui/alert";
import { Button } from "@/components/ui/button";
import { Dialog, DialogContent } from "@/components/ui/dialog";
import { Field } from "@/components/ui/field";
import { Input } from "@/components/ui/input";
import { Select } from "@/components/ui/select";
import { textOf } from "@/lib/http";
import { alerts as words } from "@/lib/messages/delivery";
import { useAction } from "@/lib/use-action";

import { ALERTS_KEY, changeAlert, makeAlert, type AlertChannel, type AlertRule, type NewAlert } from "./api";
import { Checks } from "./checks";

type AlertDialogProps = { rule: AlertRule | null; slack: boolean; webhooks: boolean; onClose: () => void };
const DAY = 24;

/** Makes a rule or changes one; a rule keeps the brand it was made for. */
export function AlertDialog({ rule, slack, webhooks, onClose }: AlertDialogProps) {
  const brands = useQuery(brandsQuery);
  const [name, setName] = useState(rule?.name ?? "");
  const [brandId, setBrandId] = useState(rule?.brandId ?? "");
  const [metric, setMetric] = useState<NewAlert["metric"]>(rule?.metric ?? "content");
  const [condition, setCondition] = useState<NewAlert["condition"]>(rule?.condition ?? "falls-by");
  const [threshold, setThreshold] = useState(String(rule?.threshold ?? 5));
  const [channels, setChannels] = useState<AlertChannel[]>(rule?.channels ?? ["in-app", "email"]);
  const [cooldownHours, setCooldown] = useState(rule?.cooldownHours ?? DAY);
  const save = useAction<NewAlert, AlertRule>({
    run: ({ brandId: brand, ...values }) =>
      rule ? changeAlert({ id: rule.id, ...values }) : makeAlert({ brandId: brand ?? null, ...values }),
    outdated: ALERTS_KEY,
    done: onClose,
  });
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (!save.isPending)
      save.mutate({
        name,
        brandId: brandId || null,
        metric,
        condition,
        threshold: Number(threshold.replace(",", ".")),
        channels,
        cooldownHours,
      });
  };
  const locked = { slack: slack ? undefined : words.slackLocked, webhook: webhooks ? undefined : words.webhookLocked };
  return (
    <Dialog open onOpenChange={(open) => (open ? undefined : onClose())}>
      <DialogContent
        title={rule ? words.editTitle : words.createTitle}
        footer={
          <>
            <Button variant="secondary" onClick={onClose}>
              {words.cancel}
            </Button>
            <Button type="submit" form="alert-rule" pending={save.isPending}>
              {rule ? words.save : words.create}
            </Button>
          </>
        }
      >
        <form id="alert-rule" noValidate onSubmit={submit} className="flex flex-col gap-4">
          {save.isError ? <Alert kind="error">{textOf(save.error)}</Alert> : null}
          <Field label={words.name} hint={words.nameHint} required>
            {(control) => (
              <Input
                {...control}
                value={name}
                maxLength={80}
                autoComplete="off"
                onChange={(event) => setName(event.target.value)}
                autoFocus
              />
            )}
          </Field>
          <Field label={words.brand}>
            {(control) => (
              <Select
                {...control}
                value={brandId}
                disabled={rule !== null}
                onChange={(event) => setBrandId(event.target.value)}
              >
                <option value="">{words.everyBrand}</option>
                {brands.data?.data.map((brand) => (
                  <option key={brand.id} value={brand.id}>
                    {brand.name}
                  </option>
                ))}
              </Select>
            )}
          </Field>
          <Field label={words.metric}>
            {(control) => <Choice {...control} value={metric} choices={words.metrics} onChange={setMetric} />}
          </Field>
          <div className="grid gap-4 sm:grid-cols-2">
            <Field label={words.condition} hint={words.crossing(condition)}>
              {(control) => (
                <Choice {...control} value={condition} choices={words.conditions} onChange={setCondition} />
              )}
            </Field>
            <Field label={words.threshold} required>
              {(control) => (
                <Input
                  {...control}
                  value={threshold}
                  inputMode="decimal"
                  maxLength={5}
                  onChange={(event) => setThreshold(event.target.value)}
                />
              )}
            </Field>
          </div>
          <Checks
            label={words.channels}
            choices={words.channelNames}
            chosen={channels}
            locked={locked}
            onChange={setChannels}
          />
          <Field label={words.cooldown}>
            {(control) => (
              <Select {...control} value={cooldownHours} onChange={(event) => setCooldown(Number(event.target.value))}>
                {words.cooldowns.map(({ hours, label }) => (
                  <option key={hours} value={hours}>
                    {label}
                  </option>
                ))}
              </Select>
            )}
          </Field>
        </form>
      </DialogContent>
    </Dialog>
  );
}

type ChoiceProps<T extends string> = {
  id: string;
  value: T;
  choices: Readonly<Record<T, string>>;
  onChange: (value: T) => void;
};

function Choice<T extends string>({ choices, onChange, ...control }: ChoiceProps<T>) {
  return (
    <Select {...control} onChange={(event) => onChange(event.target.value as T)}>
      {(Object.keys(choices) as T[]).map((key) => (
        <option key={key} value={key}>
          {choices[key]}
        </option>
      ))}
    </Select>
  );
}
