import { shortDate } from "@/lib/format";
import { view as words } from "@/lib/messages/analytics";

/** A bare day as the reader writes it. */
export const dayText = (day: string) => shortDate(`${day}T00:00`);

/** "11/16/2026 – 11/22/2026". */
export const spanText = ({ from, to }: { from: string; to: string }) => words.span(dayText(from), dayText(to));
