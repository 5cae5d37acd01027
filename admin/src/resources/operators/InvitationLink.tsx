import Alert from "@mui/material/Alert";
import Button from "@mui/material/Button";
import Dialog from "@mui/material/Dialog";
import DialogActions from "@mui/material/DialogActions";
import DialogContent from "@mui/material/DialogContent";
import DialogTitle from "@mui/material/DialogTitle";
import Typography from "@mui/material/Typography";
import { useState } from "react";

import type { AfterProps } from "@/components/definition";

/** The link a new colleague needs; the server tells it only this once. */
export function InvitationLink({ record, onClose }: AfterProps) {
  const [copied, setCopied] = useState(false);
  const link = String(record["invitationUrl"]);
  const copy = () => navigator.clipboard.writeText(link).then(() => setCopied(true), () => setCopied(false));
  return (
    <Dialog open onClose={onClose} aria-labelledby="invitation-link">
      <DialogTitle id="invitation-link">Give this link to {String(record["email"])}</DialogTitle>
      <DialogContent>
        <Alert severity="warning" sx={{ mb: 2 }}>It is shown only now and works once. Send it on a way you trust.</Alert>
        <Typography sx={{ fontFamily: "monospace", overflowWrap: "anywhere" }}>{link}</Typography>
      </DialogContent>
      <DialogActions>
        <Button onClick={() => void copy()}>{copied ? "Copied" : "Copy"}</Button>
        <Button variant="contained" onClick={onClose}>Done</Button>
      </DialogActions>
    </Dialog>
  );
}
