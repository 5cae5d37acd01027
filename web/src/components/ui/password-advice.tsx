import { TriangleAlert } from "lucide-react";
import { useEffect, useState } from "react";

import { adviceOn, type Advice } from "@/lib/password-advice";
import { cn } from "@/lib/cn";
import { passwordWords } from "@/lib/messages/password";

const tones = ["bg-attention", "bg-attention", "bg-moderate", "bg-good", "bg-good"] as const;
const STEPS = 4;
/** Up to this strength a password is advised against. */
const WEAK = 1;

/**
 * How hard a password is to guess, as advice: nothing is refused for it, but a weak one is advised against in the color
 * of a warning. Silent while the field is empty.
 */
export function PasswordAdvice({ password }: { password: string }) {
  const [advice, setAdvice] = useState<Advice | null>(null);
  useEffect(() => {
    let current = true;
    void adviceOn(password).then((found) => (current ? setAdvice(found) : undefined));
    return () => {
      current = false;
    };
  }, [password]);
  if (!password || !advice) return null;
  const weak = advice.strength <= WEAK;
  const filled = Math.max(1, advice.strength);
  return (
    <div className="flex flex-col gap-1.5">
      <div aria-hidden className="flex gap-1">
        {Array.from({ length: STEPS }, (_, step) => (
          <span
            key={step}
            className={cn("h-1 flex-1 rounded-full", step < filled ? tones[advice.strength] : "bg-sunken")}
          />
        ))}
      </div>
      <p
        role="status"
        className={cn("flex items-start gap-1.5 text-sm", weak ? "font-medium text-attention-text" : "text-ink-2")}
      >
        {weak ? <TriangleAlert aria-hidden size={16} className="mt-0.5" /> : null}
        {passwordWords[advice.reason]}
      </p>
    </div>
  );
}
