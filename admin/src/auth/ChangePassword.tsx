import Alert from "@mui/material/Alert";
import Button from "@mui/material/Button";
import Card from "@mui/material/Card";
import TextField from "@mui/material/TextField";
import Typography from "@mui/material/Typography";
import { useState, type FormEvent } from "react";
import { Title, useLogoutIfAccessDenied, useNotify, useRedirect } from "react-admin";

import { fieldErrorsOf } from "@/api/http";
import { changePassword } from "@/providers/session";

import { CodeField } from "./CodeField";

type Problems = { currentPassword?: string; password?: string; code?: string; all?: string };

const TITLE = "Change password";
const DONE = "Your password is changed. You stay signed in here; your other sessions have ended.";

/** What is missing before the server has to be asked. */
function missing(current: string, password: string, code: string): Problems {
  return {
    ...(current ? {} : { currentPassword: "Enter your current password." }),
    ...(password ? {} : { password: "Choose a new password." }),
    ...(code.length === 6 ? {} : { code: "Enter the six digits your authenticator app shows." }),
  };
}

/** The server's sentences at their fields, or one for all of it. */
function problemsOf(error: unknown): Problems {
  const fields = fieldErrorsOf(error);
  if (Object.keys(fields).length) return fields;
  return { all: error instanceof Error ? error.message : String(error) };
}

/** The current password and a code, because a session alone may be somebody else's by now. */
export function ChangePassword() {
  const [current, setCurrent] = useState("");
  const [password, setPassword] = useState("");
  const [code, setCode] = useState("");
  const [problems, setProblems] = useState<Problems>({});
  const [busy, setBusy] = useState(false);
  const [notify, redirect, logoutIfAccessDenied] = [useNotify(), useRedirect(), useLogoutIfAccessDenied()];
  const change = async () => {
    await changePassword({ currentPassword: current, password, code });
    notify(DONE, { type: "success" });
    redirect("/");
  };
  const submit = (event: FormEvent) => {
    event.preventDefault();
    const found = missing(current, password, code);
    setProblems(found);
    if (Object.keys(found).length) return;
    setBusy(true);
    change()
      .catch(async (error: unknown) => {
        if (!(await logoutIfAccessDenied(error))) setProblems(problemsOf(error));
      })
      .finally(() => setBusy(false));
  };
  return (
    <Card component="form" onSubmit={submit} noValidate sx={{ maxWidth: 480, mt: 2, p: { xs: 2, sm: 3 } }}>
      <Title title={TITLE} />
      <Typography variant="body2" sx={{ mb: 1 }}>
        Your other sessions end, and so does what you do as a customer. What you asked a second admin for is withdrawn;
        you can ask again. We tell you by e-mail.
      </Typography>
      {problems.all ? (
        <Alert severity="error" sx={{ mb: 1 }}>
          {problems.all}
        </Alert>
      ) : null}
      <Secret
        label="Current password"
        purpose="current-password"
        value={current}
        onChange={setCurrent}
        problem={problems.currentPassword}
      />
      <Secret
        label="New password"
        purpose="new-password"
        value={password}
        onChange={setPassword}
        problem={problems.password}
        hint="At least 12 characters"
      />
      <CodeField value={code} onChange={setCode} problem={problems.code} />
      <Button type="submit" variant="contained" disabled={busy} sx={{ mt: 2 }}>
        {busy ? "Working…" : TITLE}
      </Button>
    </Card>
  );
}

type SecretProps = {
  label: string;
  purpose: "current-password" | "new-password";
  value: string;
  onChange: (value: string) => void;
  problem: string | undefined;
  hint?: string;
};

function Secret({ label, purpose, value, onChange, problem, hint }: SecretProps) {
  return (
    <TextField
      label={label}
      type="password"
      value={value}
      onChange={(event) => onChange(event.target.value)}
      error={Boolean(problem)}
      helperText={problem ?? hint}
      slotProps={{ htmlInput: { autoComplete: purpose } }}
    />
  );
}
