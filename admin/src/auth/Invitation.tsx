import Alert from "@mui/material/Alert";
import Box from "@mui/material/Box";
import Button from "@mui/material/Button";
import LinearProgress from "@mui/material/LinearProgress";
import MuiLink from "@mui/material/Link";
import TextField from "@mui/material/TextField";
import Typography from "@mui/material/Typography";
import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { useParams } from "react-admin";

import { acceptInvitation, readInvitation, type Invitation as Invited } from "@/providers/session";

import { CodeField } from "./CodeField";
import { Frame } from "./Frame";
import { useSubmit } from "./SignIn";

/**
 * Where the links of `presence staff invite` and `presence staff reset` lead: choose a password, connect an
 * authenticator, prove it.
 */
export function Invitation() {
  const { token = "" } = useParams();
  const { data, error } = useQuery({
    queryKey: ["invitation", token],
    queryFn: () => readInvitation(token),
    retry: false,
    staleTime: Infinity,
  });
  return (
    <Frame title="Set up your sign-in">
      {error ? (
        <NotUsable sentence={error.message} />
      ) : data ? (
        <Enrol token={token} invited={data} />
      ) : (
        <LinearProgress aria-label="Reading your invitation" />
      )}
    </Frame>
  );
}

/** A link works once: whoever has used it already is on the wrong page, not lost. */
function NotUsable({ sentence }: { sentence: string }) {
  return (
    <>
      <Alert severity="error">{sentence}</Alert>
      <Typography variant="body2" sx={{ mt: 2 }}>
        You have used it already?{" "}
        <MuiLink href="#/login" underline="always">
          Sign in
        </MuiLink>
      </Typography>
    </>
  );
}

/** The page begins anew: it remembers having been signed out when the link was opened, and would sign out again. */
function enter(): void {
  window.location.replace(window.location.pathname);
}

function Enrol({ token, invited }: { token: string; invited: Invited }) {
  const [name, setName] = useState("");
  const [password, setPassword] = useState("");
  const [code, setCode] = useState("");
  const { problem, busy, submit } = useSubmit(async () => {
    if (!password) throw new Error("Choose a password.");
    if (code.length !== 6) throw new Error("Enter the six digits your authenticator app shows.");
    await acceptInvitation(token, { ...(name.trim() ? { name: name.trim() } : {}), password, code });
    enter();
  });
  return (
    <form onSubmit={submit} noValidate>
      <Typography variant="body2">
        {invited.email}, {invited.role}
      </Typography>
      {problem ? (
        <Alert severity="error" sx={{ my: 1 }}>
          {problem}
        </Alert>
      ) : null}
      <TextField
        label="Your name"
        value={name}
        onChange={(event) => setName(event.target.value)}
        slotProps={{ htmlInput: { autoComplete: "name" } }}
      />
      <TextField
        label="Choose a password"
        type="password"
        value={password}
        onChange={(event) => setPassword(event.target.value)}
        slotProps={{ htmlInput: { autoComplete: "new-password" } }}
      />
      <Typography variant="body2" sx={{ mt: 1 }}>
        Scan this with an authenticator app, or type the key below it.
      </Typography>
      <Box
        component="img"
        alt="QR code for your authenticator"
        src={`data:image/svg+xml;utf8,${encodeURIComponent(invited.qrSvg)}`}
        sx={{ display: "block", width: 180, mx: "auto", my: 1, bgcolor: "#fff", borderRadius: 1 }}
      />
      <Typography
        variant="body2"
        sx={{ fontFamily: "monospace", textAlign: "center", overflowWrap: "anywhere", mb: 1 }}
      >
        {invited.secret}
      </Typography>
      <CodeField value={code} onChange={setCode} />
      <Button type="submit" variant="contained" fullWidth disabled={busy} sx={{ mt: 2 }}>
        Join
      </Button>
    </form>
  );
}
