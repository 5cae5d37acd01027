import type { NamedInRun } from "@/api/named";
import { countText } from "@/lib/count";
import { lead as words } from "@/lib/messages/lead";

/** "fifth"; beyond the tenth place the number itself. */
export function ordinal(place: number): string {
  const word = words.ordinals[place - 1];
  if (word) return word;
  const teen = place % 100 >= 11 && place % 100 <= 13;
  return `${place}${teen ? "th" : ({ 1: "st", 2: "nd", 3: "rd" }[place % 10] ?? "th")}`;
}

/** "Named in 24 of 100 answers, usually fifth; Odoo in 59": the brand, and the one that is named most beside it. */
export function leadSentence({ brand, basis, competitors, untracked }: NamedInRun): string | null {
  if (!brand) return null;
  const { hits, n } = brand.rate;
  const answers = (basis === "simulator" ? words.simulated : words.answers)(countText(n), n === 1);
  const own = words.named(hits ? countText(hits) : words.none, answers);
  const place = hits && brand.place ? `, ${words.usually(ordinal(brand.place))}` : "";
  const [tracked, other] = [competitors[0], untracked[0]];
  const most = tracked?.rate.hits ?? 0;
  let beside = "";
  if (other && other.answers > most) beside = words.otherUntracked(other.name, countText(other.answers));
  else if (tracked && most) beside = words.other(tracked.name, countText(most));
  return `${own}${place}${beside && `; ${beside}`}`;
}
