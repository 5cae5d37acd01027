import { ArrowLeft } from "lucide-react";
import { useState, type FormEvent } from "react";
import { Link, useNavigate } from "react-router";

import { Alert } from "@/components/ui/alert";
import { Button } from "@/components/ui/button";
import { Card } from "@/components/ui/card";
import { Field, FieldError } from "@/components/ui/field";
import { FilePicker } from "@/components/ui/file-picker";
import { Input, Textarea } from "@/components/ui/input";
import { Tabs, TabsContent, TabsList, TabsTrigger } from "@/components/ui/tabs";
import { useAuth } from "@/lib/auth";
import { browserAlert } from "@/lib/browser-alert";
import { docxProblem } from "@/lib/docx";
import { files } from "@/lib/messages/files";
import { onboarding } from "@/lib/messages/onboarding";
import { materials } from "@/lib/messages/sections";
import { validation } from "@/lib/messages/validation";
import { paths, pricingFor } from "@/lib/paths";
import { looksLikeWebsite } from "@/lib/website";

import { clearDraft, loadDraft, saveDraft, type MaterialDraft } from "./material-draft";

/** A page or a document to add. Without a subscription the button leads to the plans, and nothing typed is lost. */
export function AddMaterialScreen() {
  const { businessInfo } = useAuth();
  const subscribed = Boolean(businessInfo?.plan);
  return (
    <div className="flex max-w-2xl flex-col gap-6">
      <Link to={paths.materials} className="inline-flex items-center gap-1.5 text-accent-text underline-offset-4 hover:underline">
        <ArrowLeft aria-hidden size={16} />
        {materials.back}
      </Link>
      {subscribed ? null : <Alert kind="warning">{materials.limitation}</Alert>}
      <MaterialForm subscribed={subscribed} />
    </div>
  );
}

function MaterialForm({ subscribed }: { subscribed: boolean }) {
  const navigate = useNavigate();
  const [values, setValues] = useState<MaterialDraft>(loadDraft);
  const [file, setFile] = useState<File | null>(null);
  const [problems, setProblems] = useState<Partial<Record<"url" | "docTitle" | "file" | "form", string>>>({});
  const change = (patch: Partial<MaterialDraft>) => {
    setValues((old) => ({ ...old, ...patch }));
    setProblems({});
  };
  const submit = (event: FormEvent) => {
    event.preventDefault();
    saveDraft(values);
    if (!subscribed) return void navigate(pricingFor("materials"));
    const found = problemsOf(values, file);
    setProblems(Object.keys(found).length ? found : { form: materials.notYet });
  };
  const pick = async (chosen: File) => {
    const problem = await docxProblem(chosen, "lenient");
    const text = problem === "size" ? files.tooLarge : problem === "type" ? files.onlyDocx : undefined;
    setFile(text ? null : chosen);
    setProblems(text ? { file: text } : {});
    if (problem === "type") browserAlert(files.onlyDocx);
  };

  return (
    <Card>
      <form onSubmit={submit} noValidate className="flex flex-col gap-5">
        <Tabs value={values.type} onValueChange={(type) => change({ type: type as MaterialDraft["type"] })}>
          <TabsList look="segmented" aria-label={materials.typeLabel}>
            <TabsTrigger value="url">{materials.url}</TabsTrigger>
            <TabsTrigger value="document">{materials.upload}</TabsTrigger>
          </TabsList>
          <TabsContent value="url" className="flex flex-col gap-5">
            <Field label={materials.url} required error={problems.url}>
              {(control) => <Input {...control} inputMode="url" autoComplete="url" maxLength={2048} placeholder={materials.urlPlaceholder} value={values.url} onChange={(e) => change({ url: e.target.value })} />}
            </Field>
            <Field label={materials.pageTitle}>
              {(control) => <Input {...control} maxLength={200} value={values.title} onChange={(e) => change({ title: e.target.value })} />}
            </Field>
          </TabsContent>
          <TabsContent value="document" className="flex flex-col gap-5">
            <Field label={materials.docFile} required>
              {() => <FilePicker label={materials.docFile} file={file} onPick={(chosen) => void pick(chosen)} onRemove={() => setFile(null)} />}
            </Field>
            {problems.file ? <FieldError>{problems.file}</FieldError> : null}
            <Field label={materials.docTitle} required error={problems.docTitle}>
              {(control) => <Input {...control} maxLength={200} value={values.docTitle} onChange={(e) => change({ docTitle: e.target.value })} />}
            </Field>
          </TabsContent>
        </Tabs>
        <Field label={materials.details}>
          {(control) => <Textarea {...control} maxLength={2000} value={values.description} onChange={(e) => change({ description: e.target.value })} />}
        </Field>
        {problems.form ? <Alert kind="info">{problems.form}</Alert> : null}
        <div className="flex gap-3">
          <Button type="submit">{materials.add}</Button>
          <Button look="ghost" onClick={() => { clearDraft(); void navigate(paths.materials); }}>
            {materials.cancel}
          </Button>
        </div>
      </form>
    </Card>
  );
}

function problemsOf(values: MaterialDraft, file: File | null) {
  if (values.type === "url") {
    if (!values.url.trim()) return { url: onboarding.websiteRequired };
    return looksLikeWebsite(values.url) ? {} : { url: validation.url };
  }
  return { ...(file ? {} : { file: files.onlyDocx }), ...(values.docTitle.trim() ? {} : { docTitle: materials.missingTitle }) };
}
