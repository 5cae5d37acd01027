import Alert from "@mui/material/Alert";
import Button from "@mui/material/Button";
import Dialog from "@mui/material/Dialog";
import DialogActions from "@mui/material/DialogActions";
import DialogContent from "@mui/material/DialogContent";
import DialogContentText from "@mui/material/DialogContentText";
import DialogTitle from "@mui/material/DialogTitle";
import { useEffect, useId, useRef, useState, type ReactNode, type RefObject } from "react";
import { Form, TextInput, type RaRecord } from "react-admin";
import { useFormState, useWatch } from "react-hook-form";

import { fieldErrorsOf } from "@/api/http";

import type { InputSpec } from "./definition";
import { Input } from "./Inputs";

export const REASON_REQUIRED = "Reason is required";

/** The reason every mutation asks for, with the server's own sentence when it is missing. */
export function reasonProblem(value: unknown): string | undefined {
  const text = typeof value === "string" ? value.trim() : "";
  if (!text) return REASON_REQUIRED;
  return text.length < 5 ? "Say it in at least 5 characters" : undefined;
}

/** The words scroll and the buttons stay: a form between the dialog and its parts would let both run out of it. */
const BUTTONS_STAY = { "& form": { display: "flex", flexDirection: "column", minHeight: 0 } };

type ActionDialogProps = {
  title: string;
  explain: string;
  confirm: string;
  danger?: boolean;
  inputs?: InputSpec[];
  record?: RaRecord;
  /** Resolves when it happened; what it throws is shown here and nothing is lost. */
  onConfirm: (values: Record<string, unknown>) => Promise<void>;
  onClose: () => void;
  children?: ReactNode;
};

/** Asks for the reason and the parameters of one action. Never optimistic: it stays until the server has answered. */
export function ActionDialog({
  title,
  explain,
  confirm,
  danger = false,
  inputs = [],
  record,
  onConfirm,
  onClose,
  children,
}: ActionDialogProps) {
  const [problem, setProblem] = useState<string | null>(null);
  const [leaving, setLeaving] = useState(false);
  const writtenRef = useRef(false);
  const titleId = useId();
  const leave = () => (writtenRef.current ? setLeaving(true) : onClose());
  const submit = async (values: Record<string, unknown>) => {
    setProblem(null);
    try {
      await onConfirm(values);
    } catch (error) {
      const fields = fieldErrorsOf(error);
      const named = new Set(["reason", ...inputs.map(({ source }) => source)]);
      if (!Object.keys(fields).some((name) => named.has(name)))
        setProblem(error instanceof Error ? error.message : String(error));
      return fields;
    }
  };
  return (
    <Dialog
      open
      onClose={leave}
      aria-labelledby={titleId}
      fullWidth
      maxWidth="sm"
      sx={BUTTONS_STAY}
      onClick={(event) => event.stopPropagation()}
    >
      <Form onSubmit={submit} record={record ?? {}} defaultValues={{}} sanitizeEmptyValues key={title}>
        <DialogTitle id={titleId}>{title}</DialogTitle>
        <DialogContent>
          <DialogContentText sx={{ mb: 1 }}>{explain}</DialogContentText>
          {children}
          {inputs.map((input) => (
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
          <Written writtenRef={writtenRef} />
          {problem ? (
            <Alert severity="error" sx={{ mt: 1 }}>
              {problem}
            </Alert>
          ) : null}
          {leaving ? <Leaving onStay={() => setLeaving(false)} onLeave={onClose} /> : null}
        </DialogContent>
        <Buttons confirm={confirm} danger={danger} onClose={leave} />
      </Form>
    </Dialog>
  );
}

/** Keeps in `writtenRef` whether somebody has begun to say why. */
function Written({ writtenRef }: { writtenRef: RefObject<boolean> }) {
  const reason = useWatch({ name: "reason" }) as unknown;
  useEffect(() => {
    writtenRef.current = typeof reason === "string" && reason.trim() !== "";
  });
  return null;
}

/** A click beside the dialog or Esc must not lose what was written. */
function Leaving({ onStay, onLeave }: { onStay: () => void; onLeave: () => void }) {
  const buttons = (
    <>
      <Button color="inherit" size="small" onClick={onStay}>
        Keep writing
      </Button>
      <Button color="inherit" size="small" onClick={onLeave}>
        Discard
      </Button>
    </>
  );
  return (
    <Alert severity="warning" sx={{ mt: 1 }} action={buttons}>
      Discard what you wrote?
    </Alert>
  );
}

function Buttons({ confirm, danger, onClose }: { confirm: string; danger: boolean; onClose: () => void }) {
  const { isSubmitting } = useFormState();
  return (
    <DialogActions>
      <Button onClick={onClose}>Cancel</Button>
      <Button type="submit" variant="contained" color={danger ? "error" : "primary"} disabled={isSubmitting}>
        {isSubmitting ? "Working…" : confirm}
      </Button>
    </DialogActions>
  );
}
