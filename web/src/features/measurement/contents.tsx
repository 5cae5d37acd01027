import { cn } from "@/lib/cn";
import { method as words } from "@/lib/messages/method";
import { Link } from "@/lib/navigation";

import type { SectionId } from "./section";
import { useCurrentSection } from "./use-current-section";

const ids = Object.keys(words.sections) as SectionId[];

/** The sections beside the text, the one being read marked; small screens just scroll. */
export function Contents() {
  const reading = useCurrentSection(ids);
  return (
    <nav aria-label={words.contents} className="sticky top-8 hidden self-start lg:block">
      <p className="mb-2 px-3 text-sm font-medium text-ink-3">{words.contents}</p>
      <ul className="flex flex-col border-l border-line">
        {ids.map((id) => (
          <li key={id}>
            <Link
              to={`#${id}`}
              aria-current={reading === id ? "location" : undefined}
              className={cn(
                "-ml-px block border-l-2 px-3 py-1.5 text-sm transition-colors",
                reading === id
                  ? "border-accent font-medium text-accent-text"
                  : "border-transparent text-ink-2 hover:text-ink",
              )}
            >
              {words.sections[id]}
            </Link>
          </li>
        ))}
      </ul>
    </nav>
  );
}
