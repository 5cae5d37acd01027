import { Share2 } from "lucide-react";
import { useState } from "react";
import { useLocation } from "react-router";

import { Button } from "@/components/ui/button";
import { lazyPart } from "@/components/ui/lazy-part";
import { usePanel } from "@/components/ui/use-panel";
import { useCurrentBrandId } from "@/lib/current-brand";
import { outputs as words } from "@/lib/messages/outputs-button";
import { paths } from "@/lib/paths";
import { useUrlAction } from "@/lib/use-url-action";

const OutputsDialog = lazyPart(async () => (await import("./outputs-dialog")).OutputsDialog);

const SCREENS: readonly string[] = [
  paths.dashboard,
  paths.analytics,
  paths.gaps,
  paths.contentGaps,
  paths.technicalGaps,
  paths.homepage,
  paths.recommendations,
];

/**
 * Share and export, on the screens that show results; everything behind it is fetched when it is wanted. `?exports=1`
 * leads to the files made.
 */
export function OutputsButton() {
  const { pathname } = useLocation();
  const brandId = useCurrentBrandId();
  const { open, close, show, trigger } = usePanel(OutputsDialog);
  const [toFile, setToFile] = useState(false);
  useUrlAction("exports", () => {
    setToFile(true);
    show();
  });
  const leave = () => {
    setToFile(false);
    close();
  };
  if (!brandId || !SCREENS.includes(pathname.replace(/\/+$/, ""))) return null;
  return (
    <>
      <Button
        variant="secondary"
        size="sm"
        aria-label={words.open}
        title={words.open}
        className="max-lg:size-9 max-lg:px-0 max-sm:border-transparent max-sm:bg-transparent"
        {...trigger}
      >
        <Share2 aria-hidden size={16} />
        <span className="max-lg:hidden">{words.open}</span>
      </Button>
      {open ? <OutputsDialog brandId={brandId} first={toFile ? "export" : "link"} onClose={leave} /> : null}
    </>
  );
}
