import { Mail, ShieldCheck, UserPlus } from "lucide-react";
import { Link } from "react-router";

import { buttonClass } from "@/components/ui/button";
import { Card } from "@/components/ui/card";
import { team } from "@/lib/messages/settings";
import { pricingFor } from "@/lib/paths";

const icons = [Mail, ShieldCheck];

/** Settings / Users: what a team is for, and the way to the plans that have one. */
export function UsersScreen() {
  return (
    <div className="flex flex-col gap-6">
      <Card className="flex flex-col items-start gap-5 sm:flex-row sm:items-center sm:justify-between sm:p-6">
        <div className="max-w-prose">
          <h2 className="text-xl font-semibold">{team.title}</h2>
          <p className="mt-2 text-ink-2">{team.text}</p>
          <p className="mt-1 text-sm text-ink-3">{team.seats}</p>
        </div>
        <Link to={pricingFor("team")} className={buttonClass("primary", "md", "shrink-0")}>
          <UserPlus aria-hidden size={16} />
          {team.add}
        </Link>
      </Card>
      <div className="grid gap-4 md:grid-cols-2">
        {team.cards.map(({ title, text }, index) => {
          const Icon = icons[index] ?? Mail;
          return (
            <Card key={title} className="flex gap-4">
              <span className="inline-flex size-9 shrink-0 items-center justify-center rounded-button bg-accent-surface text-accent-text">
                <Icon aria-hidden size={20} />
              </span>
              <div>
                <h2 className="text-lg font-semibold">{title}</h2>
                <p className="mt-1 text-ink-2">{text}</p>
              </div>
            </Card>
          );
        })}
      </div>
    </div>
  );
}
