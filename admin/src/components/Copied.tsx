import { Check, Copy } from "lucide-react";
import { useState, type MouseEvent } from "react";

/** An identifier to compare and to paste elsewhere: monospaced, with a button that copies it whole. */
export function Copied({ text, name, clipped = false }: { text: string; name: string; clipped?: boolean }) {
  const [done, setDone] = useState(false);
  const copy = (event: MouseEvent) => {
    event.stopPropagation();
    event.preventDefault();
    navigator.clipboard.writeText(text).then(
      () => {
        setDone(true);
        setTimeout(() => setDone(false), 1_500);
      },
      () => setDone(false),
    );
  };
  return (
    <span className="value-copied">
      <span className={clipped ? "value-id value-clip" : "value-id"} title={clipped ? text : undefined}>
        {text}
      </span>
      <button type="button" onClick={copy} aria-label={done ? "Copied" : `Copy ${name}`} className="value-copy">
        {done ? <Check size={14} /> : <Copy size={14} />}
      </button>
    </span>
  );
}
