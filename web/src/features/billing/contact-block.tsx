import { useState } from "react";

import { Button } from "@/components/ui/button";
import { useAuth } from "@/lib/auth";
import { pricing } from "@/lib/messages/billing";

/** Custom plans are agreed between people: what to tell them, ready to be copied. */
export function ContactBlock({ planLine }: { planLine: string | null }) {
  const { user, businessInfo } = useAuth();
  const rows = user
    ? [
        [pricing.account, user.email],
        ...(businessInfo?.businessName ? [[pricing.business, businessInfo.businessName]] : []),
        ...(planLine ? [[pricing.plan, planLine]] : []),
      ]
    : [];
  return (
    <section id="contact" aria-labelledby="contact-title" className="grid scroll-mt-6 items-center gap-x-10 gap-y-5 rounded-card border border-line bg-tint p-5 sm:p-6 md:grid-cols-2">
      <div>
        <h2 id="contact-title" className="text-xl font-semibold">
          {pricing.contact}
        </h2>
        <p className="mt-3 font-medium">{pricing.contactTitle}</p>
        <p className="mt-1 text-ink-2">{pricing.contactText}</p>
        {user ? null : <p className="mt-2 text-ink-2">{pricing.contactSignedOut}</p>}
      </div>
      {rows.length ? <Details rows={rows} /> : null}
    </section>
  );
}

function Details({ rows }: { rows: string[][] }) {
  const [copied, setCopied] = useState(false);
  const copy = async () => {
    await navigator.clipboard.writeText(rows.map(([label, value]) => `${label}: ${value}`).join("\n"));
    setCopied(true);
  };
  return (
    <div className="flex flex-col items-start gap-4 rounded-card border border-line bg-surface p-4">
      <dl className="grid w-full grid-cols-[auto_minmax(0,1fr)] gap-x-5 gap-y-1.5">
        {rows.map(([label, value]) => (
          <div key={label} className="contents">
            <dt className="text-ink-3">{label}</dt>
            <dd className="wrap-anywhere">{value}</dd>
          </div>
        ))}
      </dl>
      {"clipboard" in navigator ? (
        <Button look="secondary" size="sm" onClick={() => void copy()}>
          <span aria-live="polite">{copied ? pricing.copied : pricing.copy}</span>
        </Button>
      ) : null}
    </div>
  );
}
