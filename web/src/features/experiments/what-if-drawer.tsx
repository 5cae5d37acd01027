import { useQuery } from "@tanstack/react-query";
import { ArrowLeft } from "lucide-react";

import { Alert } from "@/components/ui/alert";
import { Button } from "@/components/ui/button";
import { Segmented } from "@/components/ui/segmented";
import { Sheet, SheetContent } from "@/components/ui/sheet";
import { Skeleton } from "@/components/ui/skeleton";
import { usePatchParams } from "@/lib/address-params";
import { cn } from "@/lib/cn";
import { useCurrentBrandId } from "@/lib/current-brand";
import { textOf } from "@/lib/http";
import { whatIf as words } from "@/lib/messages/whatif";
import { useSearchParams } from "@/lib/navigation";

import { wordingQuery } from "./api";
import { EditForm } from "./edit-form";
import { draftAbout, draftOf } from "./edits";
import { ExperimentView } from "./experiment-view";
import { History } from "./history";

/** `new` is what older addresses say. */
const EDITOR: readonly (string | null)[] = ["1", "new"];
const HISTORY = "history";
const OWN = { whatif: null, wording: null, recommendation: null, about: null };

/**
 * `?whatif=1` opens the editor, `?whatif=history` what was tried, `?whatif={id}` one experiment: the editor on the
 * left, the paired
 * change on the right; one of both where there is no room. `wording` names the material whose words it starts from,
 * else the one that
 * is open below. Closing leaves the screen below as it was.
 */
export function WhatIfDrawer() {
  const brandId = useCurrentBrandId();
  const [params] = useSearchParams();
  const patch = usePatchParams();
  const shown = params.get("whatif");
  const show = (whatif: string) => patch({ whatif });
  if (!brandId || !shown) return null;
  const editing = EDITOR.includes(shown);
  const experiment = editing || shown === HISTORY ? null : shown;
  return (
    <Sheet open onOpenChange={(open) => !open && patch(OWN)}>
      <SheetContent title={words.title} description={words.text} className="max-w-[680px] lg:max-w-[1080px]">
        <div className="px-5 pb-6">
          {experiment ? null : (
            <Segmented
              label={words.title}
              value={editing ? "1" : HISTORY}
              onChange={show}
              choices={[
                { value: "1", label: words.tabs.new },
                { value: HISTORY, label: words.tabs.history },
              ]}
              className="mb-5 lg:hidden"
            />
          )}
          <div className="grid gap-8 lg:grid-cols-2">
            <section aria-label={words.tabs.new} className={cn("min-w-0", !editing && "max-lg:hidden")}>
              <Editor
                brandId={brandId}
                materialId={params.get("wording") ?? params.get("material")}
                recommendationId={params.get("recommendation")}
                about={params.get("about")}
                onStarted={show}
              />
            </section>
            <section
              aria-label={experiment ? words.result : words.tabs.history}
              className={cn("min-w-0 lg:border-l lg:border-line lg:pl-8", editing && "max-lg:hidden")}
            >
              {experiment ? (
                <>
                  <Button variant="ghost" size="sm" className="mb-3 -ml-2" onClick={() => show(HISTORY)}>
                    <ArrowLeft aria-hidden size={16} />
                    {words.tabs.history}
                  </Button>
                  <ExperimentView id={experiment} onAgain={() => show("1")} />
                </>
              ) : (
                <>
                  <h3 className="mb-2 font-medium max-lg:hidden">{words.tabs.history}</h3>
                  <History brandId={brandId} onOpen={show} />
                </>
              )}
            </section>
          </div>
        </div>
      </SheetContent>
    </Sheet>
  );
}

type EditorProps = {
  brandId: string;
  materialId: string | null;
  recommendationId: string | null;
  about: string | null;
  onStarted: (id: string) => void;
};

/**
 * Starts from the material's own words where one is open, else from nothing, and says why where they cannot be had.
 * What is typed stays
 * while results are looked at.
 */
function Editor({ brandId, materialId, recommendationId, about, onStarted }: EditorProps) {
  const wording = useQuery({ ...wordingQuery(brandId, materialId ?? ""), enabled: materialId !== null });
  if (wording.isLoading) return <Skeleton className="h-96" />;
  const start = wording.data ? draftOf(wording.data, about) : draftAbout(about);
  return (
    <>
      {wording.error ? (
        <Alert kind="info" className="mb-4">
          {textOf(wording.error)}
        </Alert>
      ) : null}
      <EditForm
        brandId={brandId}
        recommendationId={recommendationId}
        about={about}
        start={start}
        onStarted={onStarted}
      />
    </>
  );
}
