import { useQuery, useQueryClient } from "@tanstack/react-query";
import { useEffect, type ReactNode } from "react";

import { invalidate } from "@/api/live";
import { brandResults } from "@/api/results";
import { Alert } from "@/components/ui/alert";
import { Button, buttonClass } from "@/components/ui/button";
import { ErrorCard } from "@/components/ui/error-card";
import { Progress } from "@/components/ui/progress";
import { answerImport as words } from "@/lib/messages/answer-import";
import { Link } from "@/lib/navigation";

import { isActive, runQuery } from "../api";
import type { ImportPreview } from "../api/imports";
import { answersOf } from "./imported-view";

const LOOK_EVERY_MS = 1_000;

type ImportResultProps = {
  /** The frame around it. */
  dialog: (body: ReactNode, footer: ReactNode) => ReactNode;
  brandId: string;
  runId: string;
  preview: ImportPreview;
  onClose: () => void;
};

/** How far the reading of the answers is, and then the way to them. */
export function ImportResult({ dialog, brandId, runId, preview, onClose }: ImportResultProps) {
  const client = useQueryClient();
  const run = useQuery({
    ...runQuery(runId),
    refetchInterval: ({ state }) => (!state.data || isActive(state.data) ? LOOK_EVERY_MS : false),
  });
  const found = run.data;
  const ended = found !== undefined && !isActive(found);
  useEffect(() => {
    if (ended) invalidate(client, [brandResults(brandId)]);
  }, [ended, client, brandId]);
  const close = (
    <Button variant="secondary" onClick={onClose}>
      {words.close}
    </Button>
  );
  if (!ended) {
    const body = run.isError ? (
      <ErrorCard error={run.error} onRetry={() => void run.refetch()} />
    ) : (
      <div role="status" className="flex flex-col gap-2">
        <p className="font-medium">{words.reading}</p>
        <Progress value={found?.total ? found.done : null} max={found?.total || 1} label={words.reading} />
        <p className="text-sm text-ink-2">{words.leave}</p>
      </div>
    );
    return dialog(body, close);
  }
  const body =
    found.status === "completed" ? (
      <Alert kind="success" title={words.done(preview.answers)}>
        {words.doneText}
      </Alert>
    ) : (
      <Alert kind="warning" title={words.failed}>
        {found.failure?.message}
      </Alert>
    );
  return dialog(
    body,
    <>
      {close}
      <Link to={answersOf(brandId, preview)} className={buttonClass("primary", "md")}>
        {words.see}
      </Link>
    </>,
  );
}
