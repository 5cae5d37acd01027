import { Button } from "@/components/ui/button";
import { Dialog, DialogContent } from "@/components/ui/dialog";
import { supportOver as words } from "@/lib/messages/support";
import { useLogout } from "@/lib/use-logout";

/** Over the page as support left it: what it shows may be read to its end, and there is one way out. */
export function SupportOverDialog() {
  return (
    <Dialog open>
      <DialogContent title={words.title} description={words.text} closable={false}>
        <Leave />
      </DialogContent>
    </Dialog>
  );
}

/** Instead of a page that was opened, or loaded anew, after the session was over. */
export function SupportOverScreen() {
  return (
    <main className="mx-auto flex min-h-dvh w-full max-w-lg flex-col justify-center gap-4 px-4">
      <h1 className="text-xl font-semibold">{words.title}</h1>
      <p className="text-ink-2">{words.text}</p>
      <div>
        <Leave />
      </div>
    </main>
  );
}

function Leave() {
  const { logout, pending } = useLogout();
  return (
    <Button pending={pending} onClick={logout}>
      {words.leave}
    </Button>
  );
}
