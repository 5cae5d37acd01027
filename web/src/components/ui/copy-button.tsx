import { Check, Copy } from "lucide-react";
import { useState } from "react";

import { Button } from "./button";

const SHOWN_MS = 2_000;

/** Puts a text on the clipboard and says so. */
export function CopyButton({ text, label, done }: { text: string; label: string; done: string }) {
  const [copied, setCopied] = useState(false);
  const copy = async () => {
    await navigator.clipboard.writeText(text);
    setCopied(true);
    window.setTimeout(() => setCopied(false), SHOWN_MS);
  };
  return (
    <Button variant="ghost" size="sm" onClick={() => void copy()}>
      {copied ? <Check aria-hidden size={16} /> : <Copy aria-hidden size={16} />}
      {copied ? done : label}
    </Button>
  );
}
