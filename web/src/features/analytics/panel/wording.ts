import type { Proposal, Proposed, Reason } from "@/api/panel";
import { labelOf, languageChoices, marketChoices } from "@/lib/locales";
import { localeName } from "@/lib/locale-name";
import { offer } from "@/lib/messages/offer";
import { panel as words } from "@/lib/messages/panel";

const languageOf = (tag: string) => new Intl.Locale(tag).language;
const marketOf = (tag: string) => new Intl.Locale(tag).region ?? "";

/** What has changed, each as its name and a sentence. */
export function reasonText({ what, before, after }: Reason): string {
  if (what === "grammar") return words.newer;
  const shown = (value: string) => (value ? named(what, value) : words.nothing);
  return words.fromTo(shown(before), shown(after));
}

function named(what: Reason["what"], value: string): string {
  if (what === "market") return labelOf(marketChoices, value);
  if (what === "language")
    return labelOf(languageChoices, value) === value ? localeName(value) : labelOf(languageChoices, value);
  if (what === "kind") return offer.kinds[value as keyof typeof offer.kinds] ?? value;
  return value;
}

/** One sentence for a short notice: what has changed and what would follow. */
export function offeredText({ reasons, new: comes, goes, stays }: Proposal): string {
  const changed = reasons.filter(({ what }) => what !== "grammar").map(({ what }) => `“${words.reasons[what]}”`);
  const lead = changed.length ? words.offered(new Intl.ListFormat("en").format(changed)) : words.offeredNewer;
  const moved = !comes.length && !goes.length;
  return `${lead} ${moved ? words.offeredSame(stays.length) : words.offeredCounts(comes.length, goes.length)}`;
}

export function whyNew({ why }: Proposed): string {
  return why === "fits" || why === "yours" ? "" : words.whyNew[why];
}

export function whyGone({ why, locale }: Proposed): string {
  if (why === "fits" || why === "yours") return "";
  return why === "language" ? words.whyGone.language(localeName(languageOf(locale))) : words.whyGone[why];
}

export function whyStays({ why, locale }: Proposed): string {
  if (why === "market") return words.whyStays.market(labelOf(marketChoices, marketOf(locale)));
  return why === "yours" ? words.whyStays.yours : words.whyStays.fits;
}
