import { useMutation } from "@tanstack/react-query";
import { useEffect, useRef, useState } from "react";

import { textOf } from "@/lib/http";
import { answerImport as words } from "@/lib/messages/answer-import";
import { toast } from "@/lib/toast";

import { importAnswers, previewImport, type Brought, type ImportPreview } from "../api/imports";

type Checked = { brought: Brought; preview: ImportPreview };

/**
 * Checks the answers somebody brings, then imports them. A check that nobody waits for any more is stopped; an import
 * goes on when the dialog is closed, and a toast says how it ended.
 */
export function useImport(brandId: string) {
  const [sent, setSent] = useState(0);
  const looking = useRef<AbortController | null>(null);
  const gone = useRef(false);
  useEffect(() => {
    gone.current = false;
    return () => {
      gone.current = true;
      looking.current?.abort();
    };
  }, []);
  const check = useMutation({
    mutationFn: async (brought: Brought): Promise<Checked> => {
      looking.current = new AbortController();
      return {
        brought,
        preview: await previewImport(brandId, brought, { onProgress: setSent, signal: looking.current.signal }),
      };
    },
  });
  const take = useMutation({
    mutationFn: ({ brought }: Checked) => importAnswers(brandId, brought, { onProgress: setSent }),
    onSuccess: (_, { preview }) =>
      void (
        gone.current && toast({ variant: "success", title: words.done(preview.answers), description: words.stillRead })
      ),
    onError: (error) =>
      void (gone.current && toast({ variant: "destructive", title: words.nothing, description: textOf(error) })),
  });
  return {
    check,
    take,
    sent,
    look: (brought: Brought) => {
      setSent(0);
      check.mutate(brought);
    },
    store: (checked: Checked) => {
      setSent(0);
      take.mutate(checked);
    },
    forget: () => {
      looking.current?.abort();
      check.reset();
      take.reset();
    },
  };
}
