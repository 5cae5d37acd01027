import { ApiError } from "@/lib/http";
import { dashboard } from "@/lib/messages/visibility";
import { Link } from "@/lib/navigation";
import { paths, pricingFor } from "@/lib/paths";

/** Whether something was refused because no answers are left to pay for it. */
export const isUsedUp = (error: unknown): error is ApiError =>
  error instanceof ApiError && error.code === "budget-exhausted";

/** Why nothing more is asked, which stays until the next try, and what can be done about it. */
export function UsedUp({ error, className = "" }: { error: unknown; className?: string }) {
  if (!isUsedUp(error)) return null;
  return (
    <p role="alert" className={`text-sm text-moderate-text ${className}`}>
      {error.message} <WaysToAsk planHelps={typeof error.body?.["upgradeUrl"] === "string"} />
    </p>
  );
}

/**
 * What lets somebody ask although nothing is left: of the day's money a key of their own, of a plan a larger one as
 * well.
 */
export function WaysToAsk({ planHelps, className = "" }: { planHelps: boolean; className?: string }) {
  const look = `whitespace-nowrap underline underline-offset-4 ${className}`;
  return (
    <>
      {planHelps ? (
        <>
          <Link to={pricingFor("answers.monthly")} className={look}>
            {dashboard.seePlans}
          </Link>{" "}
        </>
      ) : null}
      <Link to={`${paths.settings}/assistants`} className={look}>
        {dashboard.ownKey}
      </Link>
    </>
  );
}
