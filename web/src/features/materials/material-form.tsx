import { useState, type FormEvent } from "react";
import { Link, useNavigate } from "react-router";

import { Alert } from "@/components/ui/alert";
import { Button } from "@/components/ui/button";
import { Card } from "@/components/ui/card";
import { Field, FieldError } from "@/components/ui/field";
import { FilePicker } from "@/components/ui/file-picker";
import { Input, Textarea } from "@/components/ui/input";
import { Progress } from "@/components/ui/progress";
import { Tabs, TabsContent, TabsList, TabsTrigger } from "@/components/ui/tabs";
import { browserAlert } from "@/lib/browser-alert";
import { docxProblem } from "@/lib/docx";
import { files } from "@/lib/messages/files";
import { materials as words } from "@/lib/messages/materials";
import { paths, pricingFor } from "@/lib/paths";

import { clearDraft, loadDraft, saveDraft, type MaterialDraft } from "./material-draft";
import { problemsOf, type MaterialProblems } from "./material-problems";
import { useAddMaterial } from "./use-add-material";

/** Both types of material in one form; switching between them keeps what was typed in either. */
export function MaterialForm({ brandId, subscribed }: { brandId: string; subscribed: boolean }) {
  const navigate = useNavigate();
  const [values, setValues] = useState<MaterialDraft>(loadDraft);
  const [file, setFile] = useState<File | null>(null);
  const [problems, setProblems] = useState<MaterialProblems>({});
  const { add, stop, pending, sent } = useAddMaterial(brandId, setProblems);
  const change = (patch: Partial<MaterialDraft>) => {
    setValues((old) => ({ ...old, ...patch }));
    setProblems({});
  };
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (pending) return;
    saveDraft(values);
    if (!subscribed) return void navigate(pricingFor("materials"));
    const found = problemsOf(values, file);
    setProblems(found);
    if (!Object.keys(found).length) add({ values, file });
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
        <fieldset disabled={pending} className="contents">
          <Tabs value={values.type} onValueChange={(type) => change({ type: type as MaterialDraft["type"] })}>
            <TabsList look="segmented" aria-label={words.typeLabel}>
              <TabsTrigger value="url">{words.url}</TabsTrigger>
              <TabsTrigger value="document">{words.upload}</TabsTrigger>
            </TabsList>
            <TabsContent value="url" className="flex flex-col gap-5">
              <Field label={words.url} required hint={words.urlHint} error={problems.url}>
                {(control) => <Input {...control} inputMode="url" autoComplete="url" maxLength={2048} placeholder={words.urlPlaceholder} value={values.url} onChange={(e) => change({ url: e.target.value })} />}
              </Field>
              <Field label={words.pageTitle} error={problems.title}>
                {(control) => <Input {...control} maxLength={200} value={values.title} onChange={(e) => change({ title: e.target.value })} />}
              </Field>
            </TabsContent>
            <TabsContent value="document" className="flex flex-col gap-5">
              <div className="flex flex-col gap-1.5">
                <Field label={words.docFile} required>
                  {({ id }) => (
                    <div id={id}>
                      <FilePicker label={words.docFile} file={file} onPick={(chosen) => void pick(chosen)} onRemove={() => setFile(null)} />
                    </div>
                  )}
                </Field>
                {problems.file ? <FieldError>{problems.file}</FieldError> : null}
              </div>
              <Field label={words.docTitle} required error={problems.docTitle}>
                {(control) => <Input {...control} maxLength={200} value={values.docTitle} onChange={(e) => change({ docTitle: e.target.value })} />}
              </Field>
            </TabsContent>
          </Tabs>
          <Field label={words.details} error={problems.description}>
            {(control) => <Textarea {...control} rows={4} maxLength={2000} value={values.description} onChange={(e) => change({ description: e.target.value })} />}
          </Field>
        </fieldset>
        {problems.form ? (
          <Alert kind="error">
            {problems.form}{" "}
            {problems.existing ? (
              <Link to={`${paths.homepage}?material=${problems.existing}`} className="font-medium text-accent-text underline underline-offset-4">
                {words.showExisting}
              </Link>
            ) : null}
          </Alert>
        ) : null}
        {pending && values.type === "document" ? <Sending share={sent} onStop={stop} /> : null}
        <div className="flex flex-wrap gap-3">
          <Button type="submit" pending={pending}>
            {words.add}
          </Button>
          <Button
            look="ghost"
            onClick={() => {
              stop();
              clearDraft();
              void navigate(paths.materials);
            }}
          >
            {words.cancel}
          </Button>
        </div>
      </form>
    </Card>
  );
}

/** How much of the document has left; once all of it has, it is being read. */
function Sending({ share, onStop }: { share: number; onStop: () => void }) {
  return (
    <div className="flex flex-wrap items-center gap-3">
      <Progress value={share} max={1} label={words.uploading} className="min-w-40 flex-1" />
      <span role="status" className="tabular text-sm text-ink-2">
        {share < 1 ? words.sent(share) : words.checking}
      </span>
      <Button look="secondary" size="sm" onClick={onStop}>
        {words.stop}
      </Button>
    </div>
  );
}
