import { CalendarClock } from "lucide-react";

import type { ScheduleRecordOut } from "@/api/generated";
import { created, user } from "@/components/common";
import { define } from "@/components/definition";

export const schedules = define<ScheduleRecordOut>({
  name: "schedules",
  label: "Digest schedules",
  singular: "Digest schedule",
  icon: CalendarClock,
  empty: "When each person gets their digest appears here once they have something to hear about.",
  title: ({ userEmail }) => userEmail,
  search: "Search by e-mail",
  columns: [
    { source: "frequency" },
    user,
    { source: "cadence", label: "Sends" },
    { source: "timeZone" },
    { source: "nextAt", label: "Next", kind: "date", sortable: true },
    { source: "coveredUntil", label: "Covered until", kind: "date", sortable: true },
    { ...created, sortable: true },
  ],
  filters: [{ source: "frequency", kind: "choice", choices: ["weekly", "monthly", "off"] }],
});
