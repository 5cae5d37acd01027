import { useEffect, useState } from "react";

import { Button } from "@/components/ui/button";
import { hardNavigate } from "@/lib/browser";
import { auth } from "@/lib/messages/auth";
import { paths } from "@/lib/paths";

/** Leaves for Google; the label then says so. Coming back through the browser's history makes it pressable again. */
export function GoogleButton({ next = null, onLeave }: { next?: string | null; onLeave?: () => void }) {
  const [leaving, setLeaving] = useState(false);
  useEffect(() => {
    const returned = (event: PageTransitionEvent) => (event.persisted ? setLeaving(false) : undefined);
    window.addEventListener("pageshow", returned);
    return () => window.removeEventListener("pageshow", returned);
  }, []);
  const leave = () => {
    setLeaving(true);
    onLeave?.();
    hardNavigate(next ? `${paths.google}?next=${encodeURIComponent(next)}` : paths.google);
  };
  return (
    <Button variant="secondary" size="lg" className="w-full" pending={leaving} onClick={leave}>
      {leaving ? null : <GoogleMark />}
      {leaving ? auth.googlePending : auth.google}
    </Button>
  );
}

function GoogleMark() {
  return (
    <svg aria-hidden viewBox="0 0 24 24" className="size-5">
      <path
        fill="#4285F4"
        d="M22.5 12.3c0-.8-.1-1.5-.2-2.3H12v4.3h5.9a5 5 0 0 1-2.2 3.3v2.8h3.6c2.1-2 3.2-4.8 3.2-8.1z"
      />
      <path
        fill="#34A853"
        d="M12 23c3 0 5.5-1 7.3-2.6l-3.6-2.8c-1 .7-2.2 1.1-3.7 1.1-2.9 0-5.3-1.9-6.2-4.5H2.1v2.8A11 11 0 0 0 12 23z"
      />
      <path fill="#FBBC05" d="M5.8 14.1a6.6 6.6 0 0 1 0-4.2V7.1H2.1a11 11 0 0 0 0 9.9z" />
      <path
        fill="#EA4335"
        d="M12 5.4c1.6 0 3.1.6 4.2 1.6l3.2-3.1A11 11 0 0 0 2.1 7.1l3.7 2.8C6.7 7.3 9.1 5.4 12 5.4z"
      />
    </svg>
  );
}
