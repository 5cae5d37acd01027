import { Link as LinkIcon } from "lucide-react";
import type { ReactNode } from "react";

import { method as words } from "@/lib/messages/method";
import { Link } from "@/lib/navigation";

export type SectionId = keyof typeof words.sections;

/** A part of the page that can be linked to: the mark beside its heading is its address. */
export function Section({ id, children }: { id: SectionId; children: ReactNode }) {
  const title = words.sections[id];
  return (
    <section id={id} aria-labelledby={`${id}-title`} className="flex scroll-mt-6 flex-col gap-4">
      <h2 id={`${id}-title`} className="group flex items-center gap-2 text-xl font-semibold">
        <span>{title}</span>
        <Link
          to={`#${id}`}
          aria-label={words.anchor(title)}
          className="rounded-button p-1 text-ink-3 transition-opacity hover:text-accent-text focus-visible:opacity-100 group-hover:opacity-100 lg:opacity-0"
        >
          <LinkIcon aria-hidden size={16} />
        </Link>
      </h2>
      {children}
    </section>
  );
}

export function Prose({ children }: { children: ReactNode }) {
  return <p className="max-w-prose text-base text-ink-2">{children}</p>;
}

export function Subheading({ children }: { children: ReactNode }) {
  return <h3 className="mt-2 text-base font-semibold">{children}</h3>;
}

/** Single figures with what they are, in as many columns as fit. */
export function Facts({ facts }: { facts: readonly (readonly [string, string])[] }) {
  return (
    <dl className="grid gap-px overflow-hidden rounded-card border border-line bg-line sm:grid-cols-2">
      {facts.map(([label, value]) => (
        <div key={label} className="flex items-baseline justify-between gap-4 bg-surface px-4 py-3">
          <dt className="text-ink-2">{label}</dt>
          <dd className="tabular text-right font-medium whitespace-nowrap">{value}</dd>
        </div>
      ))}
    </dl>
  );
}
