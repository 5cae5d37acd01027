import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useState, type FormEvent, type ReactNode } from "react";

import { changeView, keepView, sameView, viewsKey, type SavedView, type ViewScreen } from "@/api/views";
import { Alert } from "@/components/ui/alert";
import { Button } from "@/components/ui/button";
import { Dialog, DialogContent } from "@/components/ui/dialog";
import { Field } from "@/components/ui/field";
import { Input } from "@/components/ui/input";
import type { PartProps } from "@/components/ui/lazy-part";
import { textOf } from "@/lib/http";
import { views as words } from "@/lib/messages/views";
import { toast } from "@/lib/toast";
import { useMembership } from "@/lib/use-membership";

type ViewDialogProps = PartProps & { brandId: string; screen: ViewScreen; query: string; view: SavedView | null };

const MOST = 80;
const FORM = "saved-view";
const SCOPES = ["personal", "workspace"] as const;

/** A name for what the screen shows; or another name, and other filters, for a view there is. */
export function ViewDialog({ brandId, screen, query, view, onClose }: ViewDialogProps) {
  const client = useQueryClient();
  const role = useMembership()?.role;
  const personalOnly = role === "viewer" || role === "billing";
  const [name, setName] = useState(view?.name ?? "");
  const [scope, setScope] = useState<SavedView["scope"]>("personal");
  const [isDefault, setDefault] = useState(view?.isDefault ?? false);
  const [replace, setReplace] = useState(false);
  const [tried, setTried] = useState(false);
  const replaceable = view !== null && view.screen === screen && !sameView(view.query, query);
  const save = useMutation({
    mutationFn: () =>
      view
        ? changeView(view.id, { name: name.trim(), isDefault, ...(replace ? { query } : {}) })
        : keepView(brandId, { name: name.trim(), screen, query, scope, isDefault }),
    onSuccess: (kept) => {
      toast({ variant: "success", title: words.kept(kept.name) });
      onClose();
    },
    onSettled: () => client.invalidateQueries({ queryKey: viewsKey(brandId) }),
  });
  const submit = (event: FormEvent) => {
    event.preventDefault();
    setTried(true);
    if (name.trim() && !save.isPending) save.mutate();
  };
  return (
    <Dialog open onOpenChange={(open) => !open && onClose()}>
      <DialogContent
        title={view ? words.changeTitle : words.keepTitle}
        footer={
          <>
            <Button variant="secondary" onClick={onClose}>
              {words.cancel}
            </Button>
            <Button type="submit" form={FORM} pending={save.isPending}>
              {words.submit}
            </Button>
          </>
        }
      >
        <form id={FORM} noValidate onSubmit={submit} className="flex flex-col gap-4">
          {save.isError ? <Alert kind="error">{textOf(save.error)}</Alert> : null}
          <Field label={words.name} error={tried && !name.trim() ? words.nameMissing : undefined} required>
            {(control) => (
              <Input
                {...control}
                value={name}
                maxLength={MOST}
                autoFocus
                autoComplete="off"
                onChange={(event) => setName(event.target.value)}
              />
            )}
          </Field>
          {view ? null : (
            <fieldset>
              <legend className="text-sm font-medium">{words.scope}</legend>
              {SCOPES.map((value) => (
                <Choice
                  key={value}
                  type="radio"
                  checked={scope === value}
                  disabled={personalOnly && value === "workspace"}
                  onChange={() => setScope(value)}
                >
                  {words.scopes[value]}
                </Choice>
              ))}
              {personalOnly ? <p className="mt-1 text-sm text-ink-2">{words.personalOnly}</p> : null}
            </fieldset>
          )}
          <div>
            <Choice type="checkbox" checked={isDefault} onChange={setDefault}>
              {words.first}
              <span className="block text-sm text-ink-2">{words.firstHint}</span>
            </Choice>
            {replaceable ? (
              <Choice type="checkbox" checked={replace} onChange={setReplace}>
                {words.replace}
              </Choice>
            ) : null}
          </div>
        </form>
      </DialogContent>
    </Dialog>
  );
}

type ChoiceProps = {
  type: "radio" | "checkbox";
  checked: boolean;
  disabled?: boolean;
  onChange: (checked: boolean) => void;
  children: ReactNode;
};

function Choice({ type, checked, disabled, onChange, children }: ChoiceProps) {
  return (
    <label className="mt-2 flex items-start gap-2">
      <input
        type={type}
        {...(type === "radio" ? { name: "scope" } : {})}
        className="mt-1 size-4 shrink-0 accent-accent"
        checked={checked}
        disabled={disabled}
        onChange={(event) => onChange(event.target.checked)}
      />
      <span>{children}</span>
    </label>
  );
}
