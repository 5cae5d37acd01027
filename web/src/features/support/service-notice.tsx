import { useQuery } from "@tanstack/react-query";

import { metaQuery, type Meta } from "@/api/meta";
import { Alert } from "@/components/ui/alert";
import { dateTime } from "@/lib/format";
import { service as words } from "@/lib/messages/support";

/**
 * Announced maintenance, and assistants that do not answer for now. Nothing while all is well, or while nobody can say.
 */
export function ServiceNotice() {
  const { data } = useQuery(metaQuery);
  if (!data) return null;
  const down = namesOf(data, "down");
  const slow = namesOf(data, "slowed");
  return (
    <>
      {data.maintenance ? (
        <Alert kind="info" title={words.maintenance}>
          {data.maintenance.message} {spanOf(data.maintenance)}
        </Alert>
      ) : null}
      {down ? <Alert kind="warning">{words.down(down)}</Alert> : null}
      {slow ? <Alert kind="info">{words.slow(slow)}</Alert> : null}
    </>
  );
}

/** The engines in a state, as a list in words; empty without any. */
function namesOf({ engines }: Meta, state: Meta["engines"][number]["state"]): string {
  const names = engines.filter((engine) => engine.state === state).map((engine) => engine.name);
  return names.length ? new Intl.ListFormat("en").format(names) : ""; // making one takes 20 ms, on every first page
}

function spanOf({ startsAt, endsAt }: NonNullable<Meta["maintenance"]>): string {
  if (startsAt && endsAt) return words.between(dateTime(startsAt), dateTime(endsAt));
  if (endsAt) return words.until(dateTime(endsAt));
  return startsAt ? words.from(dateTime(startsAt)) : "";
}
