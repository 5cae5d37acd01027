import { Search } from "lucide-react";
import { useEffect, useRef, useState } from "react";

import { Input } from "./input";
import { cn } from "@/lib/cn";

const PAUSE_MS = 350;

/** `refined`: one search went over into another, which is no step of back and forward of its own. */
type SearchBoxProps = {
  label: string;
  value: string;
  onChange: (value: string, refined: boolean) => void;
  className?: string;
};

/** A search field that acts shortly after the last key; back and forward fill it again. */
export function SearchBox({ label, value, onChange, className }: SearchBoxProps) {
  const [text, setText] = useState(value);
  const [known, setKnown] = useState(value);
  const latest = useRef(onChange);
  useEffect(() => {
    latest.current = onChange;
  });
  if (known !== value) {
    setKnown(value);
    setText(value);
  }
  useEffect(() => {
    if (text.trim() === value) return;
    const next = text.trim();
    const timer = window.setTimeout(() => latest.current(next, Boolean(value && next)), PAUSE_MS);
    return () => window.clearTimeout(timer);
  }, [text, value]);
  return (
    <span className={cn("relative block", className)}>
      <Search
        aria-hidden
        size={16}
        className="pointer-events-none absolute left-3 top-1/2 -translate-y-1/2 text-ink-3"
      />
      <Input
        type="search"
        aria-label={label}
        placeholder={label}
        value={text}
        maxLength={200}
        onChange={(event) => setText(event.target.value)}
        className="pl-9"
      />
    </span>
  );
}
