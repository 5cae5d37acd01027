import { useQuery } from "@tanstack/react-query";
import { ChevronDown } from "lucide-react";
import { useState } from "react";

import { memberName, membersQuery } from "@/api/team";
import { Badge, type Tone } from "@/components/ui/badge";
import { Button } from "@/components/ui/button";
import { Dialog, DialogContent } from "@/components/ui/dialog";
import { Field } from "@/components/ui/field";
import { Textarea } from "@/components/ui/input";
import {
  Menu,
  MenuContent,
  MenuItem,
  MenuLabel,
  MenuRadioGroup,
  MenuRadioItem,
  MenuSeparator,
  MenuTrigger,
} from "@/components/ui/menu";
import { useAuth } from "@/lib/auth";
import { shortDate } from "@/lib/format";
import { decision as words } from "@/lib/messages/advice";

import type { Conclusion, Decided, Decision } from "./api/advice";

const tones: Record<Conclusion["status"], Tone> = {
  open: "neutral",
  planned: "info",
  "in-progress": "info",
  done: "good",
  dismissed: "neutral",
  closed: "good",
};
const MOVES: readonly { status: Decided; label: string }[] = [
  { status: "planned", label: words.plan },
  { status: "in-progress", label: words.start },
  { status: "done", label: words.finish },
];

type DecisionMenuProps = {
  row: Conclusion;
  what: string;
  disabled: boolean;
  onDecide: (change: Decision) => void;
  dismissLabel?: string;
};

/** Where a conclusion stands, and the ways to change that; dismissing asks why. */
export function DecisionMenu({ row, what, disabled, onDecide, dismissLabel = words.dismiss }: DecisionMenuProps) {
  const { user } = useAuth();
  const [dismissing, setDismissing] = useState(false);
  if (row.status === "closed" || disabled) return <Badge tone={tones[row.status]}>{words.statuses[row.status]}</Badge>;
  return (
    <>
      <Menu>
        <MenuTrigger asChild>
          <Button variant="secondary" size="sm" aria-label={`${words.statuses[row.status]}. ${words.menuFor(what)}`}>
            {words.statuses[row.status]}
            <ChevronDown aria-hidden size={16} className="-mr-1 text-ink-3" />
          </Button>
        </MenuTrigger>
        <MenuContent align="end" className="max-h-[min(70dvh,480px)] overflow-y-auto">
          {MOVES.filter(({ status }) => status !== row.status).map(({ status, label }) => (
            <MenuItem key={status} onSelect={() => onDecide({ status })}>
              {label}
            </MenuItem>
          ))}
          {row.status === "open" ? null : (
            <MenuItem onSelect={() => onDecide({ status: "open" })}>{words.reopen}</MenuItem>
          )}
          {row.status === "dismissed" ? null : <MenuItem onSelect={() => setDismissing(true)}>{dismissLabel}</MenuItem>}
          {user ? (
            <>
              <MenuSeparator />
              <Assignees row={row} me={user.id} onAssign={(assigneeId) => onDecide({ assigneeId })} />
            </>
          ) : null}
        </MenuContent>
      </Menu>
      <Dialog open={dismissing} onOpenChange={setDismissing}>
        {dismissing ? (
          <DismissQuestion
            onCancel={() => setDismissing(false)}
            onDismiss={(reason) => {
              setDismissing(false);
              onDecide({ status: "dismissed", reason });
            }}
          />
        ) : null}
      </Dialog>
    </>
  );
}

/** Whose it is: oneself, anybody of the workspace, or nobody. The others are asked for when the menu opens. */
function Assignees({ row, me, onAssign }: { row: Conclusion; me: string; onAssign: (id: string | null) => void }) {
  const members = useQuery(membersQuery);
  const others = (members.data?.data ?? []).filter((member) => member.userId !== me && !member.paused);
  const chosen = row.assignee?.id ?? "";
  return (
    <>
      <MenuLabel>{words.assignee}</MenuLabel>
      <MenuRadioGroup value={chosen} onValueChange={(id) => (id === chosen ? undefined : onAssign(id))}>
        <MenuRadioItem value={me}>{words.assignMe}</MenuRadioItem>
        {others.map((member) => (
          <MenuRadioItem key={member.userId} value={member.userId} className="max-w-64">
            <span className="truncate">{memberName(member)}</span>
          </MenuRadioItem>
        ))}
      </MenuRadioGroup>
      {members.isError ? <p className="px-2.5 py-1.5 text-sm text-ink-3">{words.membersFailed}</p> : null}
      {row.assignee ? <MenuItem onSelect={() => onAssign(null)}>{words.unassign}</MenuItem> : null}
    </>
  );
}

export function DismissQuestion({
  onCancel,
  onDismiss,
}: {
  onCancel: () => void;
  onDismiss: (reason: string) => void;
}) {
  const [reason, setReason] = useState("");
  return (
    <DialogContent
      title={words.dismissTitle}
      description={words.dismissText}
      footer={
        <>
          <Button variant="ghost" onClick={onCancel}>
            {words.cancel}
          </Button>
          <Button onClick={() => onDismiss(reason.trim())}>{words.confirmDismiss}</Button>
        </>
      }
    >
      <Field label={words.reason}>
        {(control) => (
          <Textarea
            {...control}
            rows={3}
            maxLength={500}
            value={reason}
            onChange={(event) => setReason(event.target.value)}
          />
        )}
      </Field>
    </DialogContent>
  );
}

/** What came of a decision: the reason given, whose it is, and what the next analysis found. */
export function DecisionFacts({ row }: { row: Conclusion }) {
  const lines = [
    row.assignee ? words.assignedTo(row.assignee.name) : null,
    row.reason ? words.reasonWas(row.reason) : null,
    row.verification ? row.verification.text : row.status === "done" ? words.waits : null,
    row.closedAt ? words.closedOn(shortDate(row.closedAt)) : null,
  ].filter((line) => line !== null);
  if (!lines.length) return null;
  return (
    <span className="flex flex-col gap-0.5 text-sm text-ink-2">
      {lines.map((line) => (
        <span key={line}>{line}</span>
      ))}
    </span>
  );
}
