import Box from "@mui/material/Box";
import { useState } from "react";
import { Create, Edit, SaveButton, SimpleForm, TextInput, Toolbar, useNotify, useRecordContext, useRedirect, type Identifier, type RaRecord } from "react-admin";

import { codeOf, fieldErrorsOf } from "@/api/http";

import { reasonProblem } from "./ActionDialog";
import { Input, withoutEmptyLines } from "./Inputs";
import { useDefinition } from "./registry";

const STALE = "Somebody else changed this record while you were editing. Copy what you wrote, reload and try again.";

/** Field errors go to their fields by themselves; everything else is said in a notification and the form stays. */
function useRefusal() {
  const notify = useNotify();
  return (error: unknown) => {
    const first = Object.values(fieldErrorsOf(error))[0];
    const stale = codeOf(error) === "precondition-failed";
    notify(stale ? STALE : (first ?? (error instanceof Error ? error.message : String(error))), { type: "error", autoHideDuration: stale ? 12_000 : 6_000 });
  };
}

export function CreatePage() {
  const { name, form, singular } = useDefinition();
  const onError = useRefusal();
  const redirect = useRedirect();
  const [made, setMade] = useState<RaRecord | null>(null);
  const { preview: Preview, after: After } = form!;
  const leave = (id: Identifier) => redirect("show", name, id);
  const onSuccess = (record: RaRecord) => (After ? setMade(record) : leave(record.id));
  return (
    <>
      <Create title={`New ${singular.toLowerCase()}`} transform={withoutEmptyLines} mutationOptions={{ onError, onSuccess }}>
        <SimpleForm toolbar={<SaveBar />} sanitizeEmptyValues warnWhenUnsavedChanges>
          <Fields />
          {Preview ? <Preview /> : null}
        </SimpleForm>
      </Create>
      {After && made ? <After record={made} onClose={() => leave(made.id)} /> : null}
    </>
  );
}

export function EditPage() {
  const { form, title, singular } = useDefinition();
  const onError = useRefusal();
  const Preview = form!.preview;
  return (
    <Edit mutationMode="pessimistic" redirect="show" title={<EditTitle said={title} singular={singular} />} transform={withoutEmptyLines} mutationOptions={{ onError }}>
      <SimpleForm toolbar={<SaveBar />} warnWhenUnsavedChanges>
        <Fields editing />
        {Preview ? <Preview /> : null}
      </SimpleForm>
    </Edit>
  );
}

function EditTitle({ said, singular }: { said: (record: never) => string; singular: string }) {
  const record = useRecordContext();
  return <span>{record ? `Edit ${singular.toLowerCase()}: ${said(record as never)}` : `Edit ${singular.toLowerCase()}`}</span>;
}

function Fields({ editing = false }: { editing?: boolean }) {
  const { form } = useDefinition();
  return (
    <Box sx={{ width: "100%", maxWidth: 640 }}>
      {form!.inputs.filter(({ createOnly }) => !(editing && createOnly)).map((input) => <Input key={input.source} input={input} />)}
      <TextInput source="reason" label="Reason" multiline minRows={2} validate={reasonProblem} helperText="Kept in the audit log." />
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
