import { Alert } from "@/components/ui/alert";
import { ApiError, textOf } from "@/lib/http";
import { reports as words } from "@/lib/messages/reports";
import { Link } from "@/lib/navigation";
import { pricingFor } from "@/lib/paths";

/** Why no report is made; where the plan is the reason, the way to another. */
export function Refusal({ error }: { error: Error }) {
  const limited = error instanceof ApiError && error.code === "plan-limit";
  return (
    <div className="mt-4">
      <Alert kind="warning">
        {textOf(error)}{" "}
        {limited ? (
          <Link
            to={pricingFor(error.body?.["feature"] === "reports.docx" ? "reports.docx" : "reports.monthly")}
            className="underline underline-offset-4"
          >
            {words.upgrade}
          </Link>
        ) : null}
      </Alert>
    </div>
  );
}
