import Alert from "@mui/material/Alert";
import Button from "@mui/material/Button";
import Dialog from "@mui/material/Dialog";
import DialogActions from "@mui/material/DialogActions";
import DialogContent from "@mui/material/DialogContent";
import DialogTitle from "@mui/material/DialogTitle";
import { ExternalLink } from "lucide-react";
import { useState } from "react";
import { TextInput, useDataProvider, usePermissions, type RaRecord } from "react-admin";
import { useWatch } from "react-hook-form";

import { ActionDialog, reasonProblem } from "./ActionDialog";
import type { InputSpec } from "./definition";

type Started = RaRecord & { url: string; userEmail: string; workspaceName: string; mode: string };

const EXPLAIN =
  "You see the product as this customer for at most 30 minutes. The customer sees in their audit log that you did, with your reason. Password, e-mail address, second factor, keys, billing, members, deletions and exports stay closed.";

/** Asked wherever an impersonation begins, beside whom and where. */
export const IMPERSONATION: InputSpec[] = [
  { source: "ticket", label: "Ticket", required: "Ticket is required" },
  {
    source: "code",
    label: "Code of your authenticator",
    required: "Enter the code of your authenticator app",
    helperText:
      "From the app you set up when you joined the console, even if you sign in with your company's provider. Each code works once: if you used one in the last 30 seconds, wait for the next.",
  },
  {
    source: "mode",
    label: "Access",
    kind: "choice",
    choices: [
      { id: "read", name: "Read only" },
      { id: "write", name: "Read and write" },
    ],
    initial: "read",
  },
];

/**
 * Starts an impersonation. `known` is what the page already says (user or workspace), `asked` how the rest is chosen.
 * The answer is an address to open once; opening it is a click of its own, because browsers block windows after a wait.
 */
export function Impersonate({ known, asked = [] }: { known: Record<string, unknown>; asked?: InputSpec[] }) {
  const provider = useDataProvider();
  const { permissions } = usePermissions<Record<string, string[]>>();
  const [open, setOpen] = useState(false);
  const [started, setStarted] = useState<Started | null>(null);
  if (!permissions?.["impersonations"]?.includes("create")) return null;
  const confirm = async (values: Record<string, unknown>) => {
    const { data } = await provider.create<Started>("impersonations", { data: { ...known, ...values } });
    setOpen(false);
    setStarted(data);
  };
  return (
    <>
      <Button size="small" variant="outlined" onClick={() => setOpen(true)}>
        Open as customer
      </Button>
      {open ? (
        <ActionDialog
          title="Open as customer"
          explain={EXPLAIN}
          confirm="Begin"
          inputs={[...asked, ...IMPERSONATION]}
          onConfirm={confirm}
          onClose={() => setOpen(false)}
        >
          <WriteReason />
        </ActionDialog>
      ) : null}
      {started ? <Ready started={started} onClose={() => setStarted(null)} /> : null}
    </>
  );
}

function WriteReason() {
  const mode = useWatch({ name: "mode" }) as unknown;
  if (mode !== "write") return null;
  return (
    <TextInput
      source="writeReason"
      label="Why reading is not enough"
      multiline
      minRows={2}
      validate={reasonProblem}
      helperText={false}
    />
  );
}

function Ready({ started, onClose }: { started: Started; onClose: () => void }) {
  return (
    <Dialog open onClose={onClose} aria-labelledby="impersonation-ready">
      <DialogTitle id="impersonation-ready">Ready to open</DialogTitle>
      <DialogContent>
        <Alert severity="info">
          You will be {started.userEmail} in {started.workspaceName},{" "}
          {started.mode === "write" ? "reading and writing" : "reading only"}. The link works once, within a minute. A
          customer login in this browser ends.
        </Alert>
      </DialogContent>
      <DialogActions>
        <Button onClick={onClose}>Close</Button>
        <Button
          variant="contained"
          href={started.url}
          target="_blank"
          rel="noopener"
          endIcon={<ExternalLink size={16} />}
          onClick={onClose}
        >
          Open the product
        </Button>
      </DialogActions>
    </Dialog>
  );
}
