import { useQuery } from "@tanstack/react-query";
import { Check, Minus } from "lucide-react";

import { Card } from "@/components/ui/card";
import { Skeleton } from "@/components/ui/skeleton";
import { team } from "@/lib/messages/team";

import { rolesQuery } from "./api";

/** What each role may do, as the server decides it: a table, and on phones a list per role. */
export function RoleTable() {
  const roles = useQuery(rolesQuery);
  if (roles.isError) return null;
  if (!roles.data) return <Skeleton className="h-80" />;
  const { roles: cards, actions } = roles.data;
  return (
    <section aria-labelledby="roles-title" className="flex flex-col gap-3">
      <h2 id="roles-title" className="text-lg font-semibold">
        {team.rolesTitle}
      </h2>
      <Card className="hidden p-0! md:block">
        <table className="w-full text-left" aria-labelledby="roles-title">
          <thead className="text-sm text-ink-2">
            <tr>
              <th scope="col" className="px-4 py-3 font-medium">
                {team.action}
              </th>
              {cards.map((card) => (
                <th key={card.role} scope="col" className="px-3 py-3 text-center font-medium">
                  {card.name}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {actions.map((line) => (
              <tr key={line.action} className="border-t border-line">
                <th scope="row" className="px-4 py-2.5 font-normal">
                  {line.action}
                </th>
                {cards.map((card) => (
                  <td key={card.role} className="px-3 py-2.5 text-center">
                    <Mark yes={line.roles.includes(card.role)} />
                  </td>
                ))}
              </tr>
            ))}
          </tbody>
        </table>
      </Card>
      <div className="flex flex-col gap-3 md:hidden">
        {cards.map((card) => (
          <Card key={card.role}>
            <h3 className="font-semibold">{card.name}</h3>
            <p className="mt-1 text-ink-2">{card.summary}</p>
            <ul className="mt-3 flex flex-col gap-1.5 text-sm">
              {actions.map((line) => (
                <li key={line.action} className="flex gap-2">
                  <Mark yes={line.roles.includes(card.role)} />
                  <span className={line.roles.includes(card.role) ? "" : "text-ink-3"}>{line.action}</span>
                </li>
              ))}
            </ul>
          </Card>
        ))}
      </div>
    </section>
  );
}

function Mark({ yes }: { yes: boolean }) {
  const Icon = yes ? Check : Minus;
  return (
    <span className={yes ? "inline-flex text-good-text" : "inline-flex text-ink-3"}>
      <Icon aria-hidden size={16} />
      <span className="sr-only">{yes ? team.may : team.mayNot}</span>
    </span>
  );
}
