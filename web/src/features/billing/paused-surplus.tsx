import { useQuery } from "@tanstack/react-query";

import { brandsQuery } from "@/api/brands";
import { buttonClass } from "@/components/ui/button";
import { Card, CardHeader } from "@/components/ui/card";
import { surplus as words } from "@/lib/messages/billing-manage";
import { Link } from "@/lib/navigation";
import { paths } from "@/lib/paths";
import { useReadsResults } from "@/lib/use-membership";

import { membersQuery } from "./api";

/** What a smaller plan has no room for: what is paused, that nothing is lost, and how to choose otherwise. */
export function PausedSurplus() {
  const brands = useQuery({ ...brandsQuery, enabled: useReadsResults() });
  const members = useQuery(membersQuery);
  const pausedBrands =
    brands.data?.data.filter(({ status, pauseReason }) => status === "paused" && pauseReason === "plan") ?? [];
  const pausedMembers = members.data?.data.filter(({ paused }) => paused).length ?? 0;
  if (!pausedBrands.length && !pausedMembers) return null;
  return (
    <Card>
      <CardHeader title={words.title} description={words.text} />
      <dl className="flex flex-col gap-3">
        {pausedBrands.length ? (
          <div>
            <dt className="text-sm text-ink-3">{words.brands}</dt>
            <dd className="font-medium wrap-anywhere">{pausedBrands.map(({ name }) => name).join(", ")}</dd>
          </div>
        ) : null}
        {pausedMembers ? (
          <div>
            <dt className="text-sm text-ink-3">{words.members}</dt>
            <dd className="font-medium">{words.people(pausedMembers)}</dd>
          </div>
        ) : null}
      </dl>
      {pausedBrands.length ? <p className="mt-3 text-ink-2">{words.choose}</p> : null}
      <div className="mt-4 flex flex-wrap gap-3">
        {pausedBrands.length ? (
          <Link to={paths.brands} className={buttonClass("secondary", "sm")}>
            {words.chooseLink}
          </Link>
        ) : null}
        {pausedMembers ? (
          <Link to={paths.users} className={buttonClass("secondary", "sm")}>
            {words.peopleLink}
          </Link>
        ) : null}
        <Link to={paths.pricing} className={buttonClass("link", "sm")}>
          {words.upgrade}
        </Link>
      </div>
    </Card>
  );
}
