import { useQuery, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";

import { Badge } from "@/components/ui/badge";
import { Button } from "@/components/ui/button";
import { ErrorCard } from "@/components/ui/error-card";
import { Skeleton } from "@/components/ui/skeleton";
import { ago, longDate } from "@/lib/format";
import { account as accountWords } from "@/lib/messages/account";
import { passkeys as words } from "@/lib/messages/passkeys";
import { makePasskey, passkeysSupported } from "@/lib/passkeys";
import { toast } from "@/lib/toast";

import { AccountForm, type FieldSpec } from "./account-form";
import {
  accountQuery,
  addPasskey,
  beginPasskey,
  loginsQuery,
  passkeysQuery,
  removePasskey,
  renamePasskey,
  type Account,
  type Passkey,
} from "./api";
import { bothFields, proofFields } from "./proof";
import type { ProofName } from "./proof-types";
import { RecoveryCodes } from "./recovery-codes";
import { Row } from "./row";

type Open = { name: "add" } | { name: "codes"; codes: readonly string[] } | { name: "rename" | "remove"; id: string };

/** The person's passkeys: adding, naming and removing them. The first one brings recovery codes. */
export function PasskeysRow({ account }: { account: Account }) {
  const [open, setOpen] = useState<Open | null>(null);
  const passkeys = useQuery(passkeysQuery);
  const refresh = useRefresh();
  const close = () => setOpen(null);
  const found = passkeys.data?.data ?? [];
  const full = passkeys.data !== undefined && found.length >= passkeys.data.limit;
  const added = (codes: readonly string[]) => {
    toast({ title: words.added, description: accountWords.passwordDoneText, variant: "success" });
    setOpen(codes.length > 0 ? { name: "codes", codes } : null);
    refresh();
  };
  return (
    <Row
      title={words.title}
      text={textFor(found.length, full ? passkeys.data.limit : null)}
      actions={
        open || full || !passkeysSupported() || !passkeys.data ? null : (
          <AddButton onClick={() => setOpen({ name: "add" })} />
        )
      }
    >
      {passkeys.isError ? (
        <ErrorCard title={words.loadFailed} error={passkeys.error} onRetry={() => void passkeys.refetch()} />
      ) : null}
      {passkeys.isPending ? <Skeleton className="h-16" /> : null}
      {found.length > 0 ? (
        <ul className="divide-y divide-line rounded-field border border-line">
          {found.map((passkey) => (
            <PasskeyLine
              key={passkey.id}
              passkey={passkey}
              account={account}
              open={open}
              onOpen={setOpen}
              onChanged={refresh}
            />
          ))}
        </ul>
      ) : null}
      {open?.name === "add" ? <AddForm account={account} onDone={added} onCancel={close} /> : null}
      {open?.name === "codes" ? <RecoveryCodes codes={open.codes} onDone={close} /> : null}
    </Row>
  );
}

function textFor(count: number, limit: number | null): string {
  if (limit !== null) return `${words.text} ${words.full(limit)}`;
  if (!passkeysSupported()) return `${words.text} ${words.unsupported}`;
  return count > 0 ? words.text : `${words.text} ${words.empty}`;
}

function AddButton({ onClick }: { onClick: () => void }) {
  return (
    <Button variant="secondary" size="sm" onClick={onClick}>
      {words.add}
    </Button>
  );
}

function AddForm({
  account,
  onDone,
  onCancel,
}: {
  account: Account;
  onDone: (codes: readonly string[]) => void;
  onCancel: () => void;
}) {
  const name: FieldSpec<"name"> = {
    name: "name",
    label: words.name,
    kind: "name",
    hint: words.nameHint,
    missing: words.nameMissing,
    value: words.nameDefault,
  };
  const fields: FieldSpec<ProofName | "name">[] = [name, ...proofFields(account)];
  return (
    <AccountForm
      label={words.add}
      intro={<p className="text-ink-2">{words.addText}</p>}
      fields={fields}
      save={words.add}
      send={async ({ name: called, ...proof }) =>
        addPasskey({ name: called, ...(await makePasskey(await beginPasskey(proof))) })
      }
      onDone={({ recoveryCodes }) => onDone(recoveryCodes)}
      onCancel={onCancel}
    />
  );
}

type PasskeyLineProps = {
  passkey: Passkey;
  account: Account;
  open: Open | null;
  onOpen: (open: Open | null) => void;
  onChanged: () => void;
};

function PasskeyLine({ passkey, account, open, onOpen, onChanged }: PasskeyLineProps) {
  const { id, name, synced, createdAt, lastUsedAt, refusedAt } = passkey;
  const form = open && "id" in open && open.id === id ? open.name : null;
  const done = (title: string) => {
    onOpen(null);
    toast({ title, variant: "success" });
    onChanged();
  };
  return (
    <li className="flex flex-col gap-4 px-3 py-2.5">
      <div className="flex flex-wrap items-center justify-between gap-3">
        <div className="min-w-0">
          <p className="flex flex-wrap items-center gap-2 font-medium wrap-anywhere">
            {name}
            {synced ? <Badge tone="neutral">{words.synced}</Badge> : null}
          </p>
          <p className="text-sm text-ink-3">
            {[words.since(longDate(createdAt)), lastUsedAt ? words.lastUsed(ago(lastUsedAt)) : words.neverUsed].join(
              " · ",
            )}
          </p>
          {refusedAt ? <p className="mt-1 text-sm text-attention-text">{words.refused(longDate(refusedAt))}</p> : null}
        </div>
        {open ? null : (
          <div className="flex gap-2">
            <Button
              variant="ghost"
              size="sm"
              aria-label={words.renameOf(name)}
              onClick={() => onOpen({ name: "rename", id })}
            >
              {words.rename}
            </Button>
            <Button
              variant="ghost"
              size="sm"
              aria-label={words.removeOf(name)}
              onClick={() => onOpen({ name: "remove", id })}
            >
              {words.remove}
            </Button>
          </div>
        )}
      </div>
      {form === "rename" ? (
        <AccountForm
          label={words.renameOf(name)}
          fields={[{ name: "name", label: words.name, kind: "name", missing: words.nameMissing, value: name }] as const}
          save={words.rename}
          send={(values) => renamePasskey(id, values.name)}
          onDone={() => done(words.renamed)}
          onCancel={() => onOpen(null)}
        />
      ) : null}
      {form === "remove" ? (
        <RemoveForm
          passkey={passkey}
          account={account}
          onDone={() => done(words.removed)}
          onCancel={() => onOpen(null)}
        />
      ) : null}
    </li>
  );
}

function RemoveForm({
  passkey,
  account,
  onDone,
  onCancel,
}: {
  passkey: Passkey;
  account: Account;
  onDone: () => void;
  onCancel: () => void;
}) {
  const { app, passkeys } = account.secondFactor;
  const last = !app && passkeys === 1;
  return (
    <AccountForm
      label={words.removeOf(passkey.name)}
      intro={<p className="text-ink-2">{last ? `${words.removeText} ${words.removeLast}` : words.removeText}</p>}
      fields={last ? bothFields(account) : proofFields(account)}
      save={words.remove}
      danger
      send={(proof) => removePasskey(passkey.id, proof)}
      onDone={onDone}
      onCancel={onCancel}
    />
  );
}

/** What a change of the passkeys changes on this screen. */
function useRefresh(): () => void {
  const client = useQueryClient();
  return () => {
    for (const { queryKey } of [accountQuery, passkeysQuery, loginsQuery]) void client.invalidateQueries({ queryKey });
  };
}
