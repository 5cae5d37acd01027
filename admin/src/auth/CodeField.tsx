import TextField from "@mui/material/TextField";

type CodeFieldProps = {
  value: string;
  onChange: (code: string) => void;
  problem?: string | undefined;
  autoFocus?: boolean;
};

/** Six digits of an authenticator; anything else typed or pasted is dropped. */
export function CodeField({ value, onChange, problem, autoFocus = false }: CodeFieldProps) {
  return (
    <TextField
      label="Code of your authenticator"
      value={value}
      autoFocus={autoFocus}
      onChange={(event) => onChange(event.target.value.replace(/\D/g, "").slice(0, 6))}
      error={Boolean(problem)}
      helperText={problem ?? "Six digits"}
      slotProps={{ htmlInput: { inputMode: "numeric", autoComplete: "one-time-code", pattern: "[0-9]*" } }}
    />
  );
}
