import Button from "@mui/material/Button";
import Dialog from "@mui/material/Dialog";
import DialogActions from "@mui/material/DialogActions";
import DialogContent from "@mui/material/DialogContent";
import DialogContentText from "@mui/material/DialogContentText";
import DialogTitle from "@mui/material/DialogTitle";

import type { AfterProps } from "@/components/definition";

/** Where the link went that lets a colleague in; nobody but its reader ever sees it. */
export function Mailed({ record, onClose }: AfterProps) {
  return (
    <Dialog open onClose={onClose} aria-labelledby="link-mailed">
      <DialogTitle id="link-mailed">Mailed to {String(record["email"])}</DialogTitle>
      <DialogContent>
        <DialogContentText>
          They set up password and authenticator with the link in that mail. It works once, within 48 hours. If it does
          not arrive, reset their sign-in to send a new one.
        </DialogContentText>
      </DialogContent>
      <DialogActions>
        <Button variant="contained" onClick={onClose}>
          Done
        </Button>
      </DialogActions>
    </Dialog>
  );
}
