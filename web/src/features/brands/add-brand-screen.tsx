import { useMutation, useQueryClient } from "@tanstack/react-query";
import { ArrowLeft } from "lucide-react";
import { useState, type FormEvent } from "react";

import { accessQuery, useFeatureAccess } from "@/api/access";
import { SiteHint } from "@/components/site/site-hint";
import { Alert } from "@/components/ui/alert";
import { Badge } from "@/components/ui/badge";
import { Button, buttonClass } from "@/components/ui/button";
import { Card } from "@/components/ui/card";
import { Field, FieldError } from "@/components/ui/field";
import { FilePicker } from "@/components/ui/file-picker";
import { Input } from "@/components/ui/input";
import { Progress } from "@/components/ui/progress";
import { Tabs, TabsContent, TabsList, TabsTrigger } from "@/components/ui/tabs";
import { browserAlert } from "@/lib/browser-alert";
import { docxProblem } from "@/lib/docx";
import { ApiError, textOf } from "@/lib/http";
import { files } from "@/lib/messages/files";
import { brands as words } from "@/lib/messages/sections";
import { limits, validation } from "@/lib/messages/validation";
import { Link, useNavigate } from "@/lib/navigation";
import { paths, pricingFor } from "@/lib/paths";
import { toast } from "@/lib/toast";
import { useMembership } from "@/lib/use-membership";

import { addBrand, BRANDS_KEY } from "./api";

type Values = { type: string; name: string; url: string; audience: string };
/** `existing`: the brand that has the site already. */
type Problems = Partial<Record<"name" | "url" | "file" | "audience" | "form" | "existing", string>>;
const POINTERS = {
  "/brandName": "name",
  "/websiteUrl": "url",
  "/brandDocument": "file",
  "/targetAudience": "audience",
} as const;

/** A further brand. At the plan's limit the button leads to the plans. */
export function AddBrandScreen() {
  const manages = useMembership()?.manages ?? true;
  return (
    <div className="flex flex-col gap-6">
      <Link
        to={paths.brands}
        className="inline-flex items-center gap-1.5 self-start text-accent-text underline-offset-4 hover:underline"
      >
        <ArrowLeft aria-hidden size={16} />
        {words.back}
      </Link>
      <div className="grid items-start gap-6 lg:grid-cols-[minmax(0,2fr)_minmax(0,1fr)]">
        {manages ? <BrandForm /> : <Alert kind="info">{words.addNotYours}</Alert>}
        <Card className="bg-tint">
          <h2 className="text-lg font-semibold">{words.nextTitle}</h2>
          <ol className="mt-3 flex list-decimal flex-col gap-2 pl-5 text-ink-2 marker:text-ink-3">
            {words.next.map((step) => (
              <li key={step}>{step}</li>
            ))}
          </ol>
        </Card>
      </div>
    </div>
  );
}

function BrandForm() {
  const navigate = useNavigate();
  const canAdd = useFeatureAccess("brands.max");
  const [values, setValues] = useState<Values>({ type: "website", name: "", url: "", audience: "" });
  const [file, setFile] = useState<File | null>(null);
  const [problems, setProblems] = useState<Problems>({});
  const byUrl = values.type === "website";
  const client = useQueryClient();
  const [sent, setSent] = useState(0);
  const change = (patch: Partial<Values>) => {
    setValues((old) => ({ ...old, ...patch }));
    setProblems({});
  };
  const add = useMutation({
    mutationFn: () =>
      addBrand(
        {
          brandName: values.name.trim(),
          websiteUrl: byUrl ? values.url.trim() : null,
          targetAudience: values.audience.trim(),
        },
        byUrl ? null : file,
        { onProgress: setSent },
      ),
    onSuccess: (brand) => {
      void client.invalidateQueries({ queryKey: BRANDS_KEY });
      void client.invalidateQueries({ queryKey: accessQuery("brands.max").queryKey });
      toast({ title: words.added(brand.name), variant: "success" });
      void navigate(paths.brands);
    },
    onError: (error) => {
      if (error instanceof ApiError && error.code === "plan-limit") return void navigate(pricingFor("brands"));
      setProblems(problemsFrom(error));
    },
  });
  const submit = (event: FormEvent) => {
    event.preventDefault();
    const found = problemsOf(values, file);
    if (Object.keys(found).length) return setProblems(found);
    if (canAdd === false) return void navigate(pricingFor("brands"));
    add.mutate();
  };
  const pick = async (chosen: File) => {
    const problem = await docxProblem(chosen, "strict");
    const text = problem === "size" ? files.tooLarge : problem === "type" ? files.validDocx : undefined;
    setFile(text ? null : chosen);
    setProblems(text ? { file: text } : {});
    if (problem === "type") browserAlert(files.validDocx);
  };

  return (
    <Card>
      <form onSubmit={submit} noValidate className="flex flex-col gap-5">
        <Field label={words.name} required error={problems.name}>
          {(control) => (
            <Input
              {...control}
              maxLength={limits.businessName}
              autoComplete="organization"
              value={values.name}
              onChange={(e) => change({ name: e.target.value })}
            />
          )}
        </Field>
        <Tabs value={values.type} onValueChange={(type) => change({ type })}>
          <TabsList variant="segmented" aria-label={words.source}>
            <TabsTrigger value="website">
              {words.website}{" "}
              <Badge tone="accent" className="ml-1 max-sm:hidden">
                {words.recommended}
              </Badge>
            </TabsTrigger>
            <TabsTrigger value="document">{words.document}</TabsTrigger>
          </TabsList>
          <TabsContent value="website" className="flex flex-col gap-2">
            <Field label={words.url} required hint={words.urlHint} error={problems.url}>
              {(control) => (
                <Input
                  {...control}
                  inputMode="url"
                  maxLength={limits.url}
                  placeholder="https://"
                  value={values.url}
                  onChange={(e) => change({ url: e.target.value })}
                />
              )}
            </Field>
            <SiteHint url={values.url} />
          </TabsContent>
          <TabsContent value="document" className="flex flex-col gap-2">
            <Field label={words.documentation} required hint={words.documentationHint}>
              {() => (
                <FilePicker
                  label={words.documentation}
                  file={file}
                  onPick={(chosen) => void pick(chosen)}
                  onRemove={() => setFile(null)}
                />
              )}
            </Field>
            {problems.file ? <FieldError>{problems.file}</FieldError> : null}
          </TabsContent>
        </Tabs>
        <Field label={words.targetAudience} error={problems.audience}>
          {(control) => (
            <Input
              {...control}
              maxLength={limits.audience}
              value={values.audience}
              onChange={(e) => change({ audience: e.target.value })}
            />
          )}
        </Field>
        {problems.form ? (
          <Alert kind="error">
            {problems.form}{" "}
            {problems.existing ? (
              <Link
                to={`${paths.dashboard}?brand=${problems.existing}`}
                className="font-medium text-accent-text underline underline-offset-4"
              >
                {words.showBrand}
              </Link>
            ) : null}
          </Alert>
        ) : null}
        {add.isPending && file && !byUrl ? <Progress value={sent} max={1} label={words.uploading} /> : null}
        <div className="flex flex-col gap-3 sm:flex-row">
          <Button type="submit" pending={add.isPending}>
            {words.submit}
          </Button>
          <Link to={paths.brands} className={buttonClass("ghost")}>
            {words.cancel}
          </Link>
        </div>
      </form>
    </Card>
  );
}

/** What the server found wrong, at its fields where it names them. */
function problemsFrom(error: unknown): Problems {
  if (!(error instanceof ApiError)) return { form: textOf(error) };
  const found: Problems = {};
  for (const { pointer, detail } of error.body?.errors ?? []) {
    const field = POINTERS[pointer as keyof typeof POINTERS];
    if (field) found[field] ??= detail;
  }
  if (Object.keys(found).length) return found;
  const existing = error.body?.["brandId"];
  return { form: error.message, ...(typeof existing === "string" ? { existing } : {}) };
}

function problemsOf(values: Values, file: File | null): Problems {
  const problems: Problems = {};
  if (values.name.trim().length < 2) problems.name = validation.businessName;
  if (values.type === "website" && !(/^https:\/\//i.test(values.url.trim()) && URL.canParse(values.url.trim())))
    problems.url = validation.url;
  if (values.type === "document" && !file) problems.file = files.validDocx;
  return problems;
}
