import type { Answer } from "./api";

export type Site = { domain: string; cited: number; retrieved: number };

/** Sites by the number of answers that cite or only retrieved them, the most cited first. An answer counts once. */
export function sitesOf(answers: Pick<Answer, "citations">[]): Site[] {
  const sites = new Map<string, Site>();
  for (const answer of answers) {
    const cited = new Set(
      (answer.citations ?? []).filter((citation) => citation.kind === "cited").map((citation) => citation.domain),
    );
    const seen = new Set((answer.citations ?? []).map((citation) => citation.domain));
    for (const domain of seen) {
      const site = sites.get(domain) ?? { domain, cited: 0, retrieved: 0 };
      if (cited.has(domain)) site.cited += 1;
      else site.retrieved += 1;
      sites.set(domain, site);
    }
  }
  return [...sites.values()].sort(
    (a, b) => b.cited - a.cited || b.retrieved - a.retrieved || a.domain.localeCompare(b.domain),
  );
}
