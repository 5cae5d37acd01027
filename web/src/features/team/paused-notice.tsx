import { Alert } from "@/components/ui/alert";
import { team } from "@/lib/messages/team";

/** Above every section for a member whose seat the plan no longer covers. */
export function PausedNotice() {
  return (
    <Alert kind="warning" title={team.yourSeatPaused}>
      {team.yourSeatPausedText}
    </Alert>
  );
}
