import { Upload } from "lucide-react";

import { Button } from "@/components/ui/button";
import { lazyPart } from "@/components/ui/lazy-part";
import { usePatchParams } from "@/lib/address-params";
import { answerImport as words } from "@/lib/messages/answer-import";
import { useSearchParams } from "@/lib/navigation";
import { useEditing } from "@/lib/use-editing";

const ImportDialog = lazyPart(async () => (await import("./import-dialog")).ImportDialog);

/** Opens the import of answers, which `?import=1` names; who may not import finds no button. */
export function ImportButton({ brandId }: { brandId: string }) {
  const [params] = useSearchParams();
  const { canEdit, reason } = useEditing(brandId);
  const patch = usePatchParams();
  const show = (open: boolean) => patch({ import: open ? "1" : null });
  return (
    <>
      {canEdit ? (
        <Button
          variant="secondary"
          size="sm"
          aria-haspopup="dialog"
          onPointerEnter={() => void ImportDialog.prefetch()}
          onClick={() => show(true)}
        >
          <Upload aria-hidden size={16} />
          {words.open}
        </Button>
      ) : null}
      {params.has("import") ? <ImportDialog brandId={brandId} reason={reason} onClose={() => show(false)} /> : null}
    </>
  );
}
