import type { ReactNode } from "react";

type SectionProps = { id: string; title: string; text: string; disabled?: boolean; children: ReactNode };

/** What a group is about on the left, its fields on the right; stacked on small screens. */
export function Section({ id, title, text, disabled = false, children }: SectionProps) {
  return (
    <section
      id={id}
      aria-labelledby={`${id}-title`}
      className="grid scroll-mt-20 gap-x-10 gap-y-4 py-7 first:pt-0 xl:grid-cols-[200px_minmax(0,1fr)]"
    >
      <div>
        <h2 id={`${id}-title`} className="text-lg font-semibold">
          {title}
        </h2>
        <p className="mt-1 text-ink-2">{text}</p>
      </div>
      <fieldset
        disabled={disabled}
        className="grid min-w-0 gap-5 rounded-card border border-line bg-surface p-4 sm:grid-cols-2 sm:p-5"
      >
        <legend className="sr-only">{title}</legend>
        {children}
      </fieldset>
    </section>
  );
}
