import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";

import { Section } from "@/components/layout/section";
import { Button, buttonClass } from "@/components/ui/button";
import { hardNavigate } from "@/lib/browser";
import { fileSize } from "@/lib/file-size";
import { forgetWhenLeft } from "@/lib/forget-when-left";
import { dateTime } from "@/lib/format";
import { textOf } from "@/lib/http";
import { account as words } from "@/lib/messages/account";
import { common } from "@/lib/messages/common";
import { paths } from "@/lib/paths";
import { toast } from "@/lib/toast";

import { AccountForm } from "./account-form";
import { deleteAccount, exportAddress, exportsQuery, requestExport, type Account, type DataExport } from "./api";
import { proofFields } from "./proof";
import { Row, Rows } from "./row";
import { WithAccount } from "./with-account";

const POLL_MS = 2_000;

/** A copy of one's data, and the end of the account. */
export function DataSection() {
  return (
    <WithAccount>
      {(account) => (
        <Section id="data" title={words.data} text={words.dataText}>
          <Rows>
            <ExportRow />
            <DeletionRow account={account} />
          </Rows>
        </Section>
      )}
    </WithAccount>
  );
}

function ExportRow() {
  const client = useQueryClient();
  const exports = useQuery({
    ...exportsQuery,
    refetchInterval: (query) => (query.state.data?.data[0]?.status === "queued" ? POLL_MS : false),
  });
  const start = useMutation({
    mutationFn: requestExport,
    onSuccess: () => toast({ title: words.exportStarted, variant: "success" }),
    onError: (error) => toast({ title: common.somethingWentWrong, description: textOf(error), variant: "destructive" }),
    onSettled: () => client.invalidateQueries({ queryKey: exportsQuery.queryKey }),
  });
  const latest = exports.data?.[0];
  return (
    <Row
      title={words.export}
      text={
        <>
          {words.exportText}
          {latest ? <span className="mt-1 block text-sm">{stateOf(latest)}</span> : null}
        </>
      }
      actions={
        <>
          {latest?.status === "ready" ? (
            <a href={exportAddress(latest.id)} download className={buttonClass("primary", "sm")}>
              {words.exportDownload}
            </a>
          ) : null}
          <Button
            variant="secondary"
            size="sm"
            pending={start.isPending || latest?.status === "queued"}
            onClick={() => start.mutate()}
          >
            {words.exportStart}
          </Button>
        </>
      }
    />
  );
}

function stateOf(latest: DataExport): string {
  if (latest.status === "queued") return words.exportQueued;
  if (latest.status === "failed") return words.exportFailed;
  return words.exportReady(dateTime(latest.readyAt ?? latest.createdAt), fileSize(latest.size ?? 0));
}

function DeletionRow({ account }: { account: Account }) {
  const [asking, setAsking] = useState(false);
  const client = useQueryClient();
  const gone = () => {
    forgetWhenLeft(client);
    hardNavigate(paths.login);
  };
  return (
    <Row
      title={words.deletion}
      text={asking ? words.deletionExplain : words.deletionText}
      actions={
        asking ? null : (
          <Button variant="secondary" size="sm" onClick={() => setAsking(true)}>
            {words.deletionStart}
          </Button>
        )
      }
    >
      {asking ? (
        <AccountForm
          label={words.deletionTitle}
          fields={proofFields(account)}
          save={words.deletionConfirm}
          danger
          send={deleteAccount}
          onDone={gone}
          onCancel={() => setAsking(false)}
        />
      ) : null}
    </Row>
  );
}
