import { useQueries } from "@tanstack/react-query";
import { FileText, MessageSquareQuote, ScanSearch, Search, Wrench, type LucideIcon } from "lucide-react";
import type { ReactNode } from "react";

import { useCurrentBrandId } from "@/lib/current-brand";
import { palette as words } from "@/lib/messages/palette";
import { useNavigate } from "@/lib/navigation";
import { paths } from "@/lib/paths";
import { useDebouncedValue } from "@/lib/use-debounced-value";

import {
  answerSearchQuery,
  findingSearchQuery,
  gapSearchQuery,
  materialSearchQuery,
  promptSearchQuery,
  type FoundRow,
} from "./api";
import type { CommandEntry } from "./commands";
import { Group } from "./palette-group";

const SEARCH_FROM = 2;
const PAUSE_MS = 150;

/** What is searched, in the order it is shown, and where a row of it leads. */
const SEARCHED: { name: keyof typeof words.found; icon: LucideIcon; to: (row: FoundRow) => string }[] = [
  { name: "prompts", icon: Search, to: ({ id }) => `${paths.analytics}?tab=prompts&prompt=${id}` },
  { name: "gaps", icon: ScanSearch, to: ({ id }) => `${paths.contentGaps}?gap=${id}` },
  { name: "findings", icon: Wrench, to: ({ id }) => `${paths.technicalGaps}?finding=${id}` },
  {
    name: "materials",
    icon: FileText,
    to: ({ id, isPrimary }) => (isPrimary ? paths.homepage : `${paths.homepage}?material=${id}`),
  },
  { name: "answers", icon: MessageSquareQuote, to: ({ id }) => `${paths.dashboard}?answer=${id}` },
];

/**
 * What the brand in view has of these words. The server's matches are shown as they are: filtering them again by
 * letters would drop what it found by word. A list somebody may not read is left out.
 */
export function Found({ text, children }: { text: string; children: (entry: CommandEntry) => ReactNode }) {
  const brandId = useCurrentBrandId();
  const navigate = useNavigate();
  const settled = useDebouncedValue(text.trim(), PAUSE_MS);
  const wanted = Boolean(brandId) && settled.length >= SEARCH_FROM;
  const brand = brandId ?? "";
  const results = useQueries({
    queries: [
      { ...promptSearchQuery(brand, settled), enabled: wanted },
      { ...gapSearchQuery(brand, settled), enabled: wanted },
      { ...findingSearchQuery(brand, settled), enabled: wanted },
      { ...materialSearchQuery(brand, settled), enabled: wanted },
      { ...answerSearchQuery(brand, settled), enabled: wanted },
    ],
  });
  if (!wanted) return null;
  return (
    <>
      {SEARCHED.map(({ name, icon, to }, place) => {
        const { data = [], isLoading, isError } = results[place]!;
        const isFirst = place === 0;
        if (data.length === 0 && !(isFirst && (isLoading || isError))) return null;
        return (
          <Group key={name} title={words.found[name]}>
            {isFirst && isLoading ? <p className="px-2.5 py-2 text-sm text-ink-3">{words.searching}</p> : null}
            {isFirst && isError ? (
              <p className="px-2.5 py-2 text-sm text-attention-text">{words.promptsFailed}</p>
            ) : null}
            {data.map((row) =>
              children({
                id: `${name}:${row.id}`,
                label: row.label,
                keywords: [settled, text],
                icon,
                ...(row.aside ? { aside: row.aside } : {}),
                run: () => void navigate(withBrand(to(row), brand)),
              }),
            )}
          </Group>
        );
      })}
    </>
  );
}

const withBrand = (path: string, brand: string) => `${path}${path.includes("?") ? "&" : "?"}brand=${brand}`;
