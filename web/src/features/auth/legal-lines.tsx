import { legal as words } from "@/lib/messages/legal";
import { Link } from "@/lib/navigation";
import { paths } from "@/lib/paths";

const look = "text-accent-text underline underline-offset-4";

/** What somebody agrees to by creating an account, and what it costs. */
export function LegalLines() {
  return (
    <p className="text-center text-sm text-ink-2">
      {words.before}{" "}
      <Link to={paths.terms} className={look}>
        {words.terms}
      </Link>{" "}
      {words.and}{" "}
      <Link to={paths.privacy} className={look}>
        {words.privacy}
      </Link>
      .{" "}
      <Link to={paths.pricing} className={look}>
        {words.prices}
      </Link>
    </p>
  );
}
