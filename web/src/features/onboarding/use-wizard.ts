import { useQueryClient } from "@tanstack/react-query";
import { useRef, useState } from "react";
import { useForm } from "react-hook-form";

import { USER_KEY, type BusinessInfo } from "@/api/session";
import { useAuth } from "@/lib/auth";
import { ApiError } from "@/lib/http";
import { onboarding, onboardingTimings } from "@/lib/messages/onboarding";
import { useNavigate } from "@/lib/navigation";
import { paths } from "@/lib/paths";
import { toast } from "@/lib/toast";

import { completeWizard, draftQuery, saveDraft, type Draft } from "./api";
import type { WizardValues } from "./wizard-types";
import { draftOf, followed, initialValues, problemOf, resumeStep, steps } from "./wizard-values";

/** The server's own text; else one sentence for a refusal without words and one for no answer at all. */
export function failureText(error: unknown): string {
  if (!(error instanceof ApiError) || error.offline)
    return error instanceof Response ? onboarding.createFailed : onboarding.saveFailed;
  return typeof error.body?.error === "string" && error.body.error ? error.body.error : onboarding.createFailed;
}

const isOfDocument = (error: unknown) =>
  error instanceof ApiError && Boolean(error.body?.errors?.some(({ pointer }) => pointer === "/brandDocument"));

/** The wizard's state: advances only when the step validates, keeps a draft per step, submits once. */
export function useWizard(draft: Draft, business: BusinessInfo | null | undefined) {
  const [start] = useState(() => {
    const values = initialValues(draft, business);
    const step = resumeStep(draft, values);
    return {
      values,
      step,
      saved: initialValues(draft, null),
      fileLost:
        values.source === "document" && steps.indexOf(draft.step ?? "brand-name") >= steps.indexOf("brand-info"),
    };
  });
  const form = useForm<WizardValues>({ defaultValues: start.values });
  const [step, setStep] = useState(start.step);
  const saved = useRef(start.saved);
  const { saving, progress, failure, documentRefused, submit, cancel } = useCompletion();
  const position = steps.indexOf(step);
  const isLast = position === steps.length - 1;

  const goTo = (index: number) => {
    const target = steps[index];
    if (!target) return;
    form.clearErrors();
    const { market, language } = followed(saved.current, form.getValues());
    form.setValue("market", market);
    form.setValue("language", language);
    setStep(target);
    saved.current = form.getValues();
    void saveDraft(draftOf(target, saved.current));
  };
  const advance = () => {
    if (saving) return;
    const values = form.getValues();
    const problem = problemOf(step, values);
    if (problem) {
      form.setError(problem.field, { message: problem.message }, { shouldFocus: true });
      return;
    }
    if (isLast) void submit(values);
    else goTo(position + 1);
  };
  return {
    form,
    step,
    position,
    fileLost: start.fileLost,
    isLast,
    saving,
    progress,
    failure,
    documentRefused,
    advance,
    back: () => goTo(position - 1),
    cancel,
  };
}

export type Wizard = ReturnType<typeof useWizard>;

/** The last press: aliases, market and language travel in the draft, then the completion call, then the dashboard. */
function useCompletion() {
  const { refreshBusinessInfo } = useAuth();
  const client = useQueryClient();
  const navigate = useNavigate();
  const abort = useRef<AbortController | null>(null);
  const [saving, setSaving] = useState(false);
  const [progress, setProgress] = useState<number | null>(null);
  const [failure, setFailure] = useState<string | null>(null);
  const [documentRefused, setDocumentRefused] = useState(false);

  const submit = async (values: WizardValues) => {
    if (abort.current) return;
    abort.current = new AbortController();
    setSaving(true);
    setFailure(null);
    try {
      await saveDraft(draftOf("target-audience", values));
      await completeWizard(client, values, { onProgress: setProgress, signal: abort.current.signal });
      toast({ variant: "success", description: onboarding.saved, duration: onboardingTimings.successMs });
      client.removeQueries({ queryKey: draftQuery.queryKey });
      // The first brand made the workspace: who may change what is known from the reader's role there.
      await Promise.all([refreshBusinessInfo(), client.invalidateQueries({ queryKey: USER_KEY })]);
      await navigate(paths.dashboard, { replace: true });
    } catch (error) {
      if (abort.current.signal.aborted) return;
      setDocumentRefused(isOfDocument(error));
      report(failureText(error));
    } finally {
      abort.current = null;
      setSaving(false);
      setProgress(null);
    }
  };
  const report = (text: string) => {
    setFailure(text);
    toast({ variant: "destructive", description: text, duration: onboardingTimings.failureMs });
  };
  return { saving, progress, failure, documentRefused, submit, cancel: () => abort.current?.abort() };
}
