import { countText } from "@/lib/count";
import { trafficReports as words } from "@/lib/messages/traffic-reports";
import { dayAt, dayWords } from "@/lib/utc-days";

import type { Report, ReportPreview } from "./api";

export const reportName = ({ platform, subject }: Pick<Report, "platform" | "subject">) =>
  words.nameOf(words.platforms[platform], words.subjects[subject]);

export function periodText(from: string, to: string): string {
  const write = dayWords(from, to);
  return words.period(write(dayAt(from)), write(dayAt(to)));
}

const LEFT_OUT = ["folded", "totals", "unnamed", "uneven", "unreadable", "tables"] as const;

/** What of the file was joined or is not in the report. */
export const leftOutTexts = ({ counts }: Pick<ReportPreview, "counts">): string[] =>
  LEFT_OUT.filter((each) => counts[each] > 0).map((each) =>
    words.leftOut[each](countText(counts[each]), counts[each] === 1),
  );
