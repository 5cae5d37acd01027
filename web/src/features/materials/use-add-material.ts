import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useEffect, useRef, useState } from "react";

import { accessQuery } from "@/api/access";
import { ApiError } from "@/lib/http";
import { materials as words } from "@/lib/messages/materials";
import { useNavigate } from "@/lib/navigation";
import { paths, pricingFor } from "@/lib/paths";
import { toast } from "@/lib/toast";

import { addDocument, addPage, materialsKey } from "./api";
import { clearDraft, type MaterialDraft } from "./material-draft";
import { problemsFrom, type MaterialProblems } from "./material-problems";
import { nameOf } from "./material-words";

type Sent = { values: MaterialDraft; file: File | null };

/** Sends a material; a document reports how much of it has left and can be stopped. A refusal loses nothing. */
export function useAddMaterial(brandId: string, onProblems: (problems: MaterialProblems) => void) {
  const client = useQueryClient();
  const navigate = useNavigate();
  const [sent, setSent] = useState(0);
  const upload = useRef<AbortController | null>(null);
  useEffect(() => () => upload.current?.abort(), []);
  const add = useMutation({
    mutationFn: ({ values, file }: Sent) => {
      const description = values.description.trim();
      if (values.type === "url" || !file)
        return addPage(brandId, { url: values.url.trim(), title: values.title.trim(), description });
      setSent(0);
      upload.current = new AbortController();
      return addDocument(
        brandId,
        file,
        { docTitle: values.docTitle.trim(), description },
        { onProgress: setSent, signal: upload.current.signal },
      );
    },
    onSuccess: (material) => {
      clearDraft();
      void client.invalidateQueries({ queryKey: materialsKey(brandId) });
      void client.invalidateQueries({ queryKey: accessQuery("materials.max").queryKey });
      toast({ title: words.added(nameOf(material)), variant: "success" });
      void navigate(paths.materials);
    },
    onError: (error) => {
      if (error instanceof DOMException && error.name === "AbortError") return onProblems({ form: words.stopped });
      if (error instanceof ApiError && error.code === "plan-limit") return void navigate(pricingFor("materials"));
      onProblems(problemsFrom(error));
    },
  });
  return { add: add.mutate, stop: () => upload.current?.abort(), pending: add.isPending, sent };
}
