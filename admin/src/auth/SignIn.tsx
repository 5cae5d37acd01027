import Alert from "@mui/material/Alert";
import Button from "@mui/material/Button";
import TextField from "@mui/material/TextField";
import Typography from "@mui/material/Typography";
import { useState, type FormEvent } from "react";
import { useLocation, useLogin } from "react-admin";

import { startSignIn } from "@/providers/session";

import { CodeField } from "./CodeField";
import { Frame } from "./Frame";
import { WaysIn } from "./WaysIn";

const sentence = (error: unknown) => (error instanceof Error ? error.message : String(error));

/** Password first, then the code of the authenticator; nobody gets in with one of them. */
export function SignIn() {
  // Whoever comes back from a provider that asked for one factor lands on the second step.
  const { search } = useLocation();
  const [proven, setProven] = useState(new URLSearchParams(search).get("step") === "code");
  return (
    <Frame title="Sign in">
      {proven ? (
        <SecondStep onAgain={() => setProven(false)} />
      ) : (
        <WaysIn>
          <FirstStep onProven={() => setProven(true)} />
        </WaysIn>
      )}
    </Frame>
  );
}

function FirstStep({ onProven }: { onProven: () => void }) {
  const [email, setEmail] = useState("");
  const [password, setPassword] = useState("");
  const { problem, busy, submit } = useSubmit(async () => {
    if (!email.trim() || !password) throw new Error("Enter your e-mail address and your password.");
    await startSignIn(email.trim(), password);
    onProven();
  });
  return (
    <form onSubmit={submit} noValidate>
      {problem ? (
        <Alert severity="error" sx={{ mb: 1 }}>
          {problem}
        </Alert>
      ) : null}
      <TextField
        label="E-mail"
        type="email"
        value={email}
        autoFocus
        onChange={(event) => setEmail(event.target.value)}
        slotProps={{ htmlInput: { autoComplete: "username" } }}
      />
      <TextField
        label="Password"
        type="password"
        value={password}
        onChange={(event) => setPassword(event.target.value)}
        slotProps={{ htmlInput: { autoComplete: "current-password" } }}
      />
      <Button type="submit" variant="contained" fullWidth disabled={busy} sx={{ mt: 2 }}>
        Continue
      </Button>
      <Typography variant="body2" color="text.secondary" sx={{ mt: 2 }}>
        For staff only. Customers sign in to the application itself.
      </Typography>
    </form>
  );
}

function SecondStep({ onAgain }: { onAgain: () => void }) {
  const [code, setCode] = useState("");
  const login = useLogin();
  const { problem, busy, submit } = useSubmit(async () => {
    if (code.length !== 6) throw new Error("Enter the six digits your authenticator app shows.");
    await login({ code });
  });
  return (
    <form onSubmit={submit} noValidate>
      {problem ? (
        <Alert severity="error" sx={{ mb: 1 }}>
          {problem}
        </Alert>
      ) : null}
      <CodeField value={code} onChange={setCode} autoFocus />
      <Button type="submit" variant="contained" fullWidth disabled={busy} sx={{ mt: 2 }}>
        Sign in
      </Button>
      <Button fullWidth onClick={onAgain} sx={{ mt: 1 }}>
        Use another account
      </Button>
    </form>
  );
}

/** A form's submission with its one sentence of trouble. */
export function useSubmit(work: () => Promise<void>) {
  const [problem, setProblem] = useState<string | null>(null);
  const [busy, setBusy] = useState(false);
  const submit = (event: FormEvent) => {
    event.preventDefault();
    setProblem(null);
    setBusy(true);
    work()
      .catch((error: unknown) => setProblem(sentence(error)))
      .finally(() => setBusy(false));
  };
  return { problem, busy, submit };
}
