import { useCallback, useState } from "react";

import { Wordmark } from "@/components/layout/wordmark";
import { Button, buttonClass } from "@/components/ui/button";
import { lazyPart } from "@/components/ui/lazy-part";
import { Link } from "@/lib/navigation";
import { usePaletteKey } from "@/lib/use-palette-key";
import { useLogout } from "@/lib/use-logout";
import { useAuth } from "@/lib/auth";
import { app } from "@/lib/messages/app";
import { shell } from "@/lib/messages/shell";
import { paths } from "@/lib/paths";

const Support = lazyPart(async () => (await import("@/features/shell/support")).Support);

const Palette = lazyPart(async () => (await import("@/features/shell/palette")).Palette);
const KeyboardHelp = lazyPart(async () => (await import("@/features/shell/keyboard-help")).KeyboardHelp);

/** An address nobody knows: the way home, and for those signed in somebody to ask. */
export function NotFound() {
  const { user } = useAuth();
  const [asking, setAsking] = useState(false);
  return (
    <main className="flex min-h-dvh flex-col items-center justify-center gap-5 px-4 text-center">
      <Wordmark className="mb-2" />
      <h1 className="text-2xl font-semibold">{app.notFoundHeading}</h1>
      <p className="max-w-md text-lg text-ink-2">{app.notFoundText}</p>
      <div className="mt-2 flex flex-wrap justify-center gap-3">
        <Link to={paths.root} className={buttonClass("primary")}>
          {app.returnHome}
        </Link>
        {user ? (
          <Button variant="secondary" onPointerEnter={Support.prefetch} onClick={() => setAsking(true)}>
            {shell.support}
          </Button>
        ) : null}
      </div>
      {user ? <Search onSupport={() => setAsking(true)} /> : null}
      {asking ? <Support onClose={() => setAsking(false)} /> : null}
    </main>
  );
}

/** The way to anything by name, as everywhere inside. */
function Search({ onSupport }: { onSupport: () => void }) {
  const [layer, setLayer] = useState<"palette" | "help" | null>(null);
  const { logout } = useLogout();
  const close = useCallback(() => setLayer(null), []);
  const open = useCallback(() => setLayer("palette"), []);
  usePaletteKey(open);
  return (
    <>
      <button
        type="button"
        aria-keyshortcuts="Meta+K Control+K"
        onPointerEnter={() => void Palette.prefetch()}
        onClick={open}
        className="text-sm text-ink-2 underline-offset-4 hover:underline"
      >
        {app.notFoundSearch}
      </button>
      {layer === "palette" ? (
        <Palette onClose={close} onSupport={onSupport} onHelp={() => setLayer("help")} onLogout={logout} />
      ) : null}
      {layer === "help" ? <KeyboardHelp onClose={close} /> : null}
    </>
  );
}
