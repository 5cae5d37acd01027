import { useState } from "react";

import type { SupportRequest } from "@/api/support";
import { SupportForm, SupportSent } from "@/components/support/support-form";
import { buttonClass } from "@/components/ui/button";
import { useAuth } from "@/lib/auth";
import { pricing } from "@/lib/messages/billing";
import { Link } from "@/lib/navigation";
import { authThen, paths } from "@/lib/paths";

/** Custom plans are agreed between people: a message from here reaches support with the account it comes from. */
export function ContactBlock() {
  const { user } = useAuth();
  const [sent, setSent] = useState<SupportRequest | null>(null);
  return (
    <section
      id="contact"
      aria-labelledby="contact-title"
      className="grid scroll-mt-6 items-start gap-x-10 gap-y-5 rounded-card border border-line bg-tint p-5 sm:p-6 md:grid-cols-2"
    >
      <div>
        <h2 id="contact-title" className="text-xl font-semibold">
          {pricing.contact}
        </h2>
        <p className="mt-3 font-medium">{pricing.contactTitle}</p>
        <p className="mt-1 text-ink-2">{pricing.contactText}</p>
      </div>
      {user ? (
        sent ? (
          <SupportSent request={sent} email={user.email} />
        ) : (
          <div className="rounded-card border border-line bg-surface p-4">
            <SupportForm topic="plan" onSent={setSent} />
          </div>
        )
      ) : (
        <div className="flex flex-col items-start gap-3">
          <p className="text-ink-2">{pricing.contactSignedOut}</p>
          <Link to={authThen(`${paths.pricing}#contact`)} className={buttonClass("secondary")}>
            {pricing.contactLogin}
          </Link>
        </div>
      )}
    </section>
  );
}
