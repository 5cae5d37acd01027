import { useState, type FormEvent } from "react";

import { Alert } from "@/components/ui/alert";
import { Button } from "@/components/ui/button";
import { Card } from "@/components/ui/card";
import { Field, FieldError } from "@/components/ui/field";
import { FilePicker } from "@/components/ui/file-picker";
import { Input, Textarea } from "@/components/ui/input";
import { Tabs, TabsContent, TabsList, TabsTrigger } from "@/components/ui/tabs";
import { browserAlert } from "@/lib/browser-alert";
import { docxProblem } from "@/lib/docx";
import { megabytes } from "@/lib/file-size";
import { files } from "@/lib/messages/files";
import { materials as words } from "@/lib/messages/materials";
import { Link, useNavigate } from "@/lib/navigation";
import { paths, pricingFor } from "@/lib/paths";

import { addressesOf } from "./addresses";
import { clearDraft, loadDraft, saveDraft, type MaterialDraft } from "./material-draft";
import { problemsOf, type MaterialProblems } from "./material-problems";
import { PageFields } from "./page-fields";
import { Sending } from "./sending";
import { useAddMaterial } from "./use-add-material";
import { useAddPages, type Refusal } from "./use-add-pages";

/** Both types of material in one form; switching between them keeps what was typed in either. */
export function MaterialForm({ brandId, subscribed }: { brandId: string; subscribed: boolean }) {
  const navigate = useNavigate();
  const [values, setValues] = useState<MaterialDraft>(loadDraft);
  const [file, setFile] = useState<File | null>(null);
  const [problems, setProblems] = useState<MaterialProblems>({});
  const [refused, setRefused] = useState<Refusal[]>([]);
  const single = useAddMaterial(brandId, setProblems);
  const several = useAddPages(brandId, (left) => {
    setRefused(left);
    setValues((old) => ({ ...old, urls: left.map(({ url }) => url).join("\n") }));
  });
  const { add, stop, sent } = single;
  const pending = single.pending || several.adding;
  const change = (patch: Partial<MaterialDraft>) => {
    setValues((old) => ({ ...old, ...patch }));
    setProblems({});
    setRefused([]);
  };
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (pending) return;
    saveDraft(values);
    if (!subscribed) return void navigate(pricingFor("materials"));
    const found = problemsOf(values, file);
    setProblems(found);
    if (Object.keys(found).length) return;
    if (values.type === "url" && values.several) several.addPages(values);
    else add({ values, file });
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
            <TabsList variant="segmented" aria-label={words.typeLabel}>
              <TabsTrigger value="url">{words.url}</TabsTrigger>
              <TabsTrigger value="document">{words.upload}</TabsTrigger>
            </TabsList>
            <TabsContent value="url" className="flex flex-col gap-5">
              <PageFields values={values} problems={problems} onChange={change} />
            </TabsContent>
            <TabsContent value="document" className="flex flex-col gap-5">
              <div className="flex flex-col gap-1.5">
                <Field label={words.docFile} required>
                  {({ id }) => (
                    <div id={id}>
                      <FilePicker
                        label={words.docFile}
                        file={file}
                        onPick={(chosen) => void pick(chosen)}
                        onRemove={() => setFile(null)}
                        sizeText={megabytes}
                      />
                    </div>
                  )}
                </Field>
                {problems.file ? <FieldError>{problems.file}</FieldError> : null}
              </div>
              <Field label={words.docTitle} required error={problems.docTitle}>
                {(control) => (
                  <Input
                    {...control}
                    maxLength={200}
                    value={values.docTitle}
                    onChange={(e) => change({ docTitle: e.target.value })}
                  />
                )}
              </Field>
            </TabsContent>
          </Tabs>
          <Field label={words.details} error={problems.description}>
            {(control) => (
              <Textarea
                {...control}
                rows={4}
                maxLength={2000}
                value={values.description}
                onChange={(e) => change({ description: e.target.value })}
              />
            )}
          </Field>
        </fieldset>
        {problems.form ? (
          <Alert kind="error">
            {problems.form}{" "}
            {problems.existing ? (
              <Link
                to={`${paths.homepage}?material=${problems.existing}`}
                className="font-medium text-accent-text underline underline-offset-4"
              >
                {words.showExisting}
              </Link>
            ) : null}
          </Alert>
        ) : null}
        {refused.length ? <Refused refused={refused} /> : null}
        {several.adding ? (
          <p role="status" className="tabular text-sm text-ink-2">
            {words.addingSeveral(several.done, addressesOf(values.urls).length)}
          </p>
        ) : null}
        {pending && values.type === "document" ? <Sending share={sent} onStop={stop} /> : null}
        <div className="flex flex-wrap gap-3">
          <Button type="submit" pending={pending}>
            {words.add}
          </Button>
          <Button
            variant="ghost"
            onClick={() => {
              stop();
              several.stop();
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

function Refused({ refused }: { refused: Refusal[] }) {
  return (
    <Alert kind="error" title={words.refusedTitle}>
      <ul className="flex list-disc flex-col gap-1 pl-4">
        {refused.map(({ url, why }) => (
          <li key={url} className="wrap-anywhere">
            {url}: {why}
          </li>
        ))}
      </ul>
    </Alert>
  );
}
