import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useId, useRef, useState } from "react";

import { Alert } from "@/components/ui/alert";
import { Button } from "@/components/ui/button";
import { Field, FieldError } from "@/components/ui/field";
import { Input } from "@/components/ui/input";
import { ApiError, textOf } from "@/lib/http";
import { branding as words } from "@/lib/messages/reports";
import { toast } from "@/lib/toast";

import {
  brandingQuery,
  MAX_LOGO,
  readLogo,
  saveBranding,
  type BrandingInput,
  type TaggedBranding,
} from "./api/branding";

const NAME = 80;
const FIRST_COLOUR = "#1f5f8b";

type BrandingFormProps = { read: TaggedBranding; mayChange: boolean; onReload: () => void };

/** Name, colour and logo; saved on demand, and only over what was seen. */
export function BrandingForm({ read, mayChange, onReload }: BrandingFormProps) {
  const client = useQueryClient();
  const { name, colour, logo } = read.branding;
  const [before] = useState<BrandingInput>({ name, colour, logo });
  const [input, setInput] = useState(before);
  const [refused, setRefused] = useState<string | null>(null);
  const save = useMutation({
    mutationFn: () => saveBranding(input, read.tag),
    onSuccess: () => {
      toast({ title: words.saved, variant: "success" });
      void client.invalidateQueries({ queryKey: brandingQuery.queryKey });
    },
  });
  const dirty = (Object.keys(before) as (keyof BrandingInput)[]).some((key) => input[key] !== before[key]);
  const change = (patch: Partial<BrandingInput>) => {
    setInput((old) => ({ ...old, ...patch }));
    setRefused(null);
    save.reset();
  };
  const conflict = save.error instanceof ApiError && save.error.status === 412;
  const problem = (field: string) =>
    save.error instanceof ApiError
      ? save.error.body?.errors?.find(({ pointer }) => pointer === `/${field}`)?.detail
      : undefined;
  const named = problem("name") ?? problem("colour") ?? problem("logo");
  return (
    <fieldset disabled={!mayChange} className="flex flex-col gap-5">
      {mayChange ? null : <Alert kind="info">{words.readOnly}</Alert>}
      <Field label={words.name} hint={words.nameHint} error={problem("name")}>
        {(control) => (
          <Input
            {...control}
            maxLength={NAME}
            value={input.name}
            onChange={(event) => change({ name: event.target.value })}
          />
        )}
      </Field>
      <Colour value={input.colour} error={problem("colour")} onChange={(value) => change({ colour: value })} />
      <Logo
        value={input.logo}
        error={refused ?? problem("logo")}
        onChange={(value) => change({ logo: value })}
        onRefuse={setRefused}
        onBroken={() => (change({ logo: before.logo }), setRefused(words.notPicture))}
      />
      {conflict ? (
        <Alert
          kind="warning"
          title={words.conflict}
          action={
            <Button size="sm" onClick={onReload}>
              {words.reload}
            </Button>
          }
        />
      ) : save.error && !named ? (
        <Alert kind="error">{textOf(save.error)}</Alert>
      ) : null}
      {dirty ? (
        <div className="flex flex-wrap gap-3">
          <Button pending={save.isPending} onClick={() => save.mutate()}>
            {words.save}
          </Button>
          <Button variant="ghost" disabled={save.isPending} onClick={() => change(before)}>
            {words.discard}
          </Button>
        </div>
      ) : null}
    </fieldset>
  );
}

function Colour({
  value,
  error,
  onChange,
}: {
  value: string;
  error: string | undefined;
  onChange: (value: string) => void;
}) {
  return (
    <div className="flex flex-col gap-3">
      <label className="flex min-h-6 items-center gap-2">
        <input
          type="checkbox"
          className="size-4 accent-accent"
          checked={value !== ""}
          onChange={(event) => onChange(event.target.checked ? FIRST_COLOUR : "")}
        />
        {words.own}
      </label>
      {value ? (
        <Field label={words.colour} hint={words.colourHint} error={error}>
          {(control) => (
            <input
              {...control}
              type="color"
              value={value}
              onChange={(event) => onChange(event.target.value)}
              className="h-10 w-20 cursor-pointer rounded-button border border-line-strong bg-surface p-1"
            />
          )}
        </Field>
      ) : null}
    </div>
  );
}

type LogoProps = {
  value: string | null;
  error: string | undefined;
  onChange: (value: string | null) => void;
  onRefuse: (sentence: string) => void;
  onBroken: () => void;
};

function Logo({ value, error, onChange, onRefuse, onBroken }: LogoProps) {
  const input = useRef<HTMLInputElement>(null);
  const errorId = useId();
  const pick = async (file: File | undefined) => {
    if (!file) return;
    if (file.size > MAX_LOGO) return onRefuse(words.tooLarge);
    if (!["image/png", "image/jpeg"].includes(file.type)) return onRefuse(words.notPicture);
    onChange(await readLogo(file));
  };
  return (
    <div className="flex flex-col gap-2">
      <p className="text-sm font-medium">{words.logo}</p>
      {value ? (
        <div className="flex h-24 items-center justify-start rounded-card border border-line bg-white p-4">
          <img src={value} alt={words.logoAlt} onError={onBroken} className="max-h-full max-w-full object-contain" />
        </div>
      ) : null}
      <div className="flex flex-wrap gap-3">
        <Button variant="secondary" size="sm" onClick={() => input.current?.click()}>
          {words.chooseLogo}
        </Button>
        {value ? (
          <Button variant="ghost" size="sm" onClick={() => onChange(null)}>
            {words.removeLogo}
          </Button>
        ) : null}
      </div>
      <input
        ref={input}
        type="file"
        accept="image/png,image/jpeg"
        aria-label={words.chooseLogo}
        aria-describedby={error ? errorId : undefined}
        className="sr-only"
        tabIndex={-1}
        onChange={(event) => {
          void pick(event.target.files?.[0]);
          event.target.value = "";
        }}
      />
      <p className="text-sm text-ink-3">{words.logoHint}</p>
      {error ? <FieldError id={errorId}>{error}</FieldError> : null}
    </div>
  );
}
