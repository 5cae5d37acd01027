import { Alert } from "@/components/ui/alert";
import { team } from "@/lib/messages/team";
import { useMembership } from "@/lib/use-membership";

/** Above every section for a member whose seat the plan no longer covers; who pays for it still can. */
export function PausedNotice() {
  const role = useMembership()?.role;
  const pays = role === "owner" || role === "billing";
  return (
    <Alert kind="warning" title={team.yourSeatPaused}>
      {pays ? team.yourSeatPausedPayer : team.yourSeatPausedText}
    </Alert>
  );
}
