import Alert from "@mui/material/Alert";
import Box from "@mui/material/Box";
import { useEffect, useRef, useState, type ReactNode } from "react";
import {
  Create,
  Edit,
  SaveButton,
  SimpleForm,
  TextInput,
  Toolbar,
  useNotify,
  useRecordContext,
  useRedirect,
  type Identifier,
  type RaRecord,
} from "react-admin";

import { codeOf, fieldErrorsOf } from "@/api/http";

import { WAITING } from "@/providers/dataProvider";

import { reasonProblem } from "./ActionDialog";
import { WAITS } from "./Actions";
import { Input, withoutEmptyLines } from "./Inputs";
import { useDefinition } from "./registry";

const STALE = "Somebody else changed this record while you were editing. Copy what you wrote, reload and try again.";

/** Why the server did not save, until the next try. Sentences about single fields also stand at their fields. */
function useRefusal() {
  const [refusal, setRefusal] = useState<string | null>(null);
  const onError = (error: unknown) => {
    const first = Object.values(fieldErrorsOf(error))[0];
    const stale = codeOf(error) === "precondition-failed";
    setRefusal(stale ? STALE : (first ?? (error instanceof Error ? error.message : String(error))));
  };
  const transform = (values: Record<string, unknown>) => {
    setRefusal(null);
    return withoutEmptyLines(values);
  };
  return { refusal, onError, transform };
}

/** Above the button that was pressed, brought into view, and there until it is pressed again. */
function Refusal({ sentence }: { sentence: string | null }) {
  const ref = useRef<HTMLDivElement>(null);
  useEffect(() => {
    if (sentence) ref.current?.scrollIntoView?.({ block: "nearest" });
  }, [sentence]);
  return sentence ? (
    <Alert ref={ref} severity="error" sx={{ width: "100%", maxWidth: 640, mt: 1, scrollMarginBottom: 96 }}>
      {sentence}
    </Alert>
  ) : null;
}

export function CreatePage() {
  const { name, form, singular } = useDefinition();
  const { refusal, onError, transform } = useRefusal();
  const redirect = useRedirect();
  const [made, setMade] = useState<RaRecord | null>(null);
  const { preview: Preview, after: After } = form!;
  const notify = useNotify();
  const leave = (id: Identifier) => redirect("show", name, id);
  const onSuccess = (record: RaRecord) => {
    if (record["status"] === WAITING) {
      notify(WAITS, { type: "info", autoHideDuration: 10_000 });
      redirect("show", "approvals", record.id);
    } else if (After) setMade(record);
    else leave(record.id);
  };
  return (
    <>
      <Create title={`New ${singular.toLowerCase()}`} transform={transform} mutationOptions={{ onError, onSuccess }}>
        <SimpleForm toolbar={<SaveBar />} sanitizeEmptyValues warnWhenUnsavedChanges disableInvalidFormNotification>
          <Fields />
          {Preview ? <Preview /> : null}
          <Refusal sentence={refusal} />
        </SimpleForm>
      </Create>
      {After && made ? <After record={made} onClose={() => leave(made.id)} /> : null}
    </>
  );
}

export function EditPage() {
  const { form, title, singular } = useDefinition();
  const { refusal, onError, transform } = useRefusal();
  const Preview = form!.preview;
  return (
    <Edit
      mutationMode="pessimistic"
      redirect="show"
      title={<EditTitle said={title} singular={singular} />}
      transform={transform}
      mutationOptions={{ onError }}
    >
      <ChangeForm>
        <Fields editing />
        {Preview ? <Preview /> : null}
        <Refusal sentence={refusal} />
      </ChangeForm>
    </Edit>
  );
}

/** Why somebody changed the record before is no reason for this change. */
function ChangeForm({ children }: { children: ReactNode }) {
  const record = useRecordContext();
  return (
    <SimpleForm
      {...(record ? { record: { ...record, reason: undefined } } : {})}
      toolbar={<SaveBar />}
      warnWhenUnsavedChanges
      disableInvalidFormNotification
    >
      {children}
    </SimpleForm>
  );
}

function EditTitle({ said, singular }: { said: (record: never) => string; singular: string }) {
  const record = useRecordContext();
  return (
    <span>
      {record ? `Edit ${singular.toLowerCase()}: ${said(record as never)}` : `Edit ${singular.toLowerCase()}`}
    </span>
  );
}

function Fields({ editing = false }: { editing?: boolean }) {
  const { form } = useDefinition();
  return (
    <Box sx={{ width: "100%", maxWidth: 640 }}>
      {form!.inputs
        .filter(({ createOnly }) => !(editing && createOnly))
        .map((input) => (
          <Input key={input.source} input={input} />
        ))}
      <TextInput
        source="reason"
        label="Reason"
        multiline
        minRows={2}
        validate={reasonProblem}
        helperText="Kept in the audit log."
      />
    </Box>
  );
}

function SaveBar() {
  return (
    <Toolbar>
      <SaveButton />
    </Toolbar>
  );
}
