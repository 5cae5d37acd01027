import { Eye, EyeOff } from "lucide-react";
import { useState, type ComponentProps, type KeyboardEvent } from "react";

import { auth } from "@/lib/messages/auth";

import { Input } from "./input";

/** A password with a show/hide switch and a hint while Caps Lock is on. Pasting works. */
export function PasswordInput(props: Omit<ComponentProps<"input">, "type">) {
  const [shown, setShown] = useState(false);
  const [capsLock, setCapsLock] = useState(false);
  const watch = (event: KeyboardEvent) => setCapsLock(event.getModifierState("CapsLock"));
  const Icon = shown ? EyeOff : Eye;
  return (
    <>
      <span className="relative block">
        <Input {...props} type={shown ? "text" : "password"} className="pr-11" onKeyDown={watch} onKeyUp={watch} />
        <button
          type="button"
          aria-label={shown ? auth.hidePassword : auth.showPassword}
          aria-pressed={shown}
          onClick={() => setShown(!shown)}
          className="absolute right-1.5 top-1/2 inline-flex size-8 -translate-y-1/2 items-center justify-center rounded-button text-ink-3 hover:bg-hover hover:text-ink"
        >
          <Icon aria-hidden size={16} />
        </button>
      </span>
      <span aria-live="polite" className="text-xs text-moderate-text empty:hidden">
        {capsLock ? auth.capsLock : null}
      </span>
    </>
  );
}
