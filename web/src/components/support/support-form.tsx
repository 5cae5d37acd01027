import { useMutation } from "@tanstack/react-query";
import { useId, useState, type FormEvent } from "react";

import { askSupport, type SupportRequest, type SupportTopic } from "@/api/support";
import { Alert } from "@/components/ui/alert";
import { Button } from "@/components/ui/button";
import { Field } from "@/components/ui/field";
import { Textarea } from "@/components/ui/input";
import { Select } from "@/components/ui/select";
import { lastRequestId, textOf } from "@/lib/http";
import { support as words } from "@/lib/messages/support";

const SHORTEST = 10;
const LONGEST = 5_000;

type SupportFormProps = {
  topic?: SupportTopic;
  /** The plan somebody wishes for, by its id. */
  planId?: number;
  onSent: (request: SupportRequest) => void;
};

/** A message to support. A refusal loses nothing that was typed. */
export function SupportForm({ topic = "question", planId, onSent }: SupportFormProps) {
  const [values, setValues] = useState({ topic, message: "", attach: true });
  const [problem, setProblem] = useState<string | undefined>();
  // What is attached is what was true when the form was opened, not the calls it makes itself.
  const [details] = useState(() => ({ page: window.location.pathname, requestId: lastRequestId() ?? "" }));
  const send = useMutation({
    mutationFn: () =>
      askSupport({
        topic: values.topic,
        message: values.message.trim(),
        ...(values.attach ? details : {}),
        ...(planId === undefined ? {} : { planId }),
      }),
    onSuccess: onSent,
  });
  const change = (patch: Partial<typeof values>) => {
    setValues((old) => ({ ...old, ...patch }));
    setProblem(undefined);
  };
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (send.isPending) return;
    if (values.message.trim().length < SHORTEST) return setProblem(words.messageShort);
    send.mutate();
  };
  return (
    <form noValidate onSubmit={submit} className="flex flex-col gap-4">
      <Field label={words.topic}>
        {(control) => (
          <Select
            {...control}
            value={values.topic}
            onChange={(event) => change({ topic: event.target.value as SupportTopic })}
          >
            {Object.entries(words.topics).map(([value, label]) => (
              <option key={value} value={value}>
                {label}
              </option>
            ))}
          </Select>
        )}
      </Field>
      <Field
        label={words.message}
        required
        error={problem}
        aside={values.message.length > LONGEST - 500 ? `${values.message.length} / ${LONGEST}` : null}
      >
        {(control) => (
          <Textarea
            {...control}
            rows={5}
            maxLength={LONGEST}
            placeholder={words.messagePlaceholder}
            value={values.message}
            onChange={(event) => change({ message: event.target.value })}
          />
        )}
      </Field>
      <Attach on={values.attach} details={details} onChange={(attach) => change({ attach })} />
      {send.error ? <Alert kind="error">{textOf(send.error)}</Alert> : null}
      <Button type="submit" pending={send.isPending} className="self-start">
        {send.isPending ? words.sending : words.send}
      </Button>
    </form>
  );
}

function Attach({
  on,
  details,
  onChange,
}: {
  on: boolean;
  details: { page: string; requestId: string };
  onChange: (on: boolean) => void;
}) {
  const id = useId();
  return (
    <div className="flex flex-col gap-1.5">
      <label className="flex items-center gap-2.5 font-medium">
        <input
          type="checkbox"
          className="size-4 accent-accent"
          aria-describedby={id}
          checked={on}
          onChange={(event) => onChange(event.target.checked)}
        />
        {words.attach}
      </label>
      <p id={id} className="text-xs text-ink-3">
        {words.attachText}
      </p>
      {on ? (
        <dl className="grid grid-cols-[auto_minmax(0,1fr)] gap-x-4 gap-y-0.5 text-xs">
          <dt className="text-ink-3">{words.page}</dt>
          <dd className="truncate font-mono">{details.page}</dd>
          <dt className="text-ink-3">{words.requestId}</dt>
          <dd className="truncate font-mono">{details.requestId || words.noRequest}</dd>
        </dl>
      ) : null}
    </div>
  );
}

/** A request arrived: what it is called and where the answer goes. */
export function SupportSent({ request, email }: { request: SupportRequest; email: string }) {
  return (
    <Alert kind="success" title={words.sentTitle}>
      <p>{words.sentText(email)}</p>
      <code className="mt-1 block text-xs select-all wrap-anywhere">{request.id}</code>
    </Alert>
  );
}
