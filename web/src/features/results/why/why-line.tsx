import { useQuery } from "@tanstack/react-query";
import { useState } from "react";

import { Button } from "@/components/ui/button";
import { lazyPart } from "@/components/ui/lazy-part";
import { why as words } from "@/lib/messages/why";

import { whyQuery } from "../api/why";

const WhyDrawer = lazyPart(async () => (await import("./why-drawer")).WhyDrawer);

type WhyProps = { brandId: string; runId: string };

/** One sentence on why the score changed, which opens to its parts. Nothing where there is nothing to explain. */
export function WhyLine({ brandId, runId }: WhyProps) {
  const { data } = useQuery(whyQuery(brandId, runId));
  const [open, setOpen] = useState(false);
  if (!data?.number) return null;
  return (
    <section aria-label={words.label} className="mt-4 border-t border-line pt-4">
      <p className="text-sm text-ink-2">{data.number.summary}</p>
      <Button
        variant="link"
        size="sm"
        aria-haspopup="dialog"
        onPointerEnter={() => void WhyDrawer.prefetch()}
        onFocus={() => void WhyDrawer.prefetch()}
        onClick={() => setOpen(true)}
      >
        {words.open}
      </Button>
      {open ? <WhyDrawer why={data} number={data.number} onClose={() => setOpen(false)} /> : null}
    </section>
  );
}
