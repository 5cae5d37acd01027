import { Progress } from "@/components/ui/progress";
import { team } from "@/lib/messages/team";

import type { Seats } from "./api";

/** How many seats of the plan are taken, and how many of them wait for somebody to accept. */
export function SeatsMeter({ seats }: { seats: Seats }) {
  const words = team.seatsUsed(seats.used, seats.limit);
  return (
    <div className="flex w-full max-w-80 flex-col gap-1.5">
      <p className="tabular text-sm text-ink-2">
        {words}
        {seats.reserved > 0 ? <span className="text-ink-3">{` · ${team.seatsReserved(seats.reserved)}`}</span> : null}
      </p>
      {seats.limit === null ? null : <Progress value={seats.used} max={seats.limit} label={words} />}
    </div>
  );
}
