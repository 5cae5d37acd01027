import { useState } from "react";

import type { SupportRequest } from "@/api/support";
import { SupportForm, SupportSent } from "@/components/support/support-form";
import { Button } from "@/components/ui/button";
import { Dialog, DialogContent } from "@/components/ui/dialog";
import { useAuth } from "@/lib/auth";
import { support } from "@/lib/messages/support";
import { Link } from "@/lib/navigation";
import { paths } from "@/lib/paths";

/** Writing to support, with the answers people look for most below; the same from the menu and from the avatar. */
export function SupportDialog({ open, onOpenChange }: { open: boolean; onOpenChange: (open: boolean) => void }) {
  const { user } = useAuth();
  const [sent, setSent] = useState<SupportRequest | null>(null);
  return (
    <Dialog open={open} onOpenChange={onOpenChange}>
      <DialogContent title={support.title} description={support.intro} wide>
        {sent ? (
          <div className="flex flex-col gap-4">
            <SupportSent request={sent} email={user?.email ?? ""} />
            <div className="flex gap-3">
              <Button onClick={() => onOpenChange(false)}>{support.close}</Button>
              <Button variant="ghost" onClick={() => setSent(null)}>
                {support.another}
              </Button>
            </div>
          </div>
        ) : (
          <>
            <SupportForm onSent={setSent} />
            <Answers onLeave={() => onOpenChange(false)} />
          </>
        )}
      </DialogContent>
    </Dialog>
  );
}

function Answers({ onLeave }: { onLeave: () => void }) {
  return (
    <section className="mt-6 border-t border-line pt-4">
      <div className="flex flex-wrap items-baseline justify-between gap-x-4 gap-y-1">
        <h3 className="font-medium">{support.faq}</h3>
        <Link
          to={paths.method}
          onClick={onLeave}
          className="text-sm font-medium text-accent-text underline-offset-4 hover:underline"
        >
          {support.docs}
        </Link>
      </div>
      <div className="flex flex-col">
        {support.answers.map((topic) => (
          <details key={topic.question} className="group border-b border-line last:border-0">
            <summary className="py-3 marker:text-ink-3">{topic.question}</summary>
            <p className="pb-4 text-ink-2">{topic.answer}</p>
          </details>
        ))}
      </div>
    </section>
  );
}
