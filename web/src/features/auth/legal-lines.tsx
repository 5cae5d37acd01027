import { legal as words } from "@/lib/messages/legal";
import { Link } from "@/lib/navigation";
import { paths } from "@/lib/paths";

/** In a tab of their own: what was typed into the form stays. */
const apart = { target: "_blank", rel: "noopener" };
const look = "text-accent-text underline underline-offset-4";

/** What somebody agrees to by creating an account, and what it costs. */
export function LegalLines() {
  return (
    <p className="text-center text-sm text-ink-2">
      {words.before}{" "}
      <Link to={paths.terms} {...apart} className={look}>
        {words.terms}
      </Link>{" "}
      {words.and}{" "}
      <Link to={paths.privacy} {...apart} className={look}>
        {words.privacy}
      </Link>
      .{" "}
      <Link to={paths.pricing} {...apart} className={look}>
        {words.prices}
      </Link>
    </p>
  );
}
