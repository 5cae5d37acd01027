import { MoreHorizontal } from "lucide-react";
import { useState } from "react";

import { Badge } from "@/components/ui/badge";
import { Button, buttonClass } from "@/components/ui/button";
import { Card } from "@/components/ui/card";
import { Dialog } from "@/components/ui/dialog";
import { Menu, MenuContent, MenuItem, MenuSeparator, MenuTrigger } from "@/components/ui/menu";
import { ago, shortDate } from "@/lib/format";
import { brands as words } from "@/lib/messages/sections";
import { Link } from "@/lib/navigation";
import { paths } from "@/lib/paths";

import type { Brand, PortfolioBrand } from "./api";
import { BrandTrend } from "./brand-trend";
import { DeleteBrand } from "./delete-brand";
import { useBrandActions } from "./use-brand-actions";

type BrandCardProps = {
  brand: Brand;
  /** Undefined while it is not known, null when it cannot be. */
  portfolio: PortfolioBrand | null | undefined;
  canRun: boolean;
  canEdit: boolean;
  canDelete: boolean;
  onEdit: () => void;
};

const UNDER_WAY = ["queued", "running"];

/** One brand with the numbers its dashboard shows, and what can be done with it. */
export function BrandCard({ brand, portfolio, canRun, canEdit, canDelete, onEdit }: BrandCardProps) {
  const [deleting, setDeleting] = useState(false);
  const { togglePause, remove } = useBrandActions(brand);
  const close = () => setDeleting(false);
  const underWay = UNDER_WAY.includes(portfolio?.runStatus ?? "");
  return (
    <li className="flex">
      <Card className="flex min-w-0 flex-1 flex-col gap-3">
        <div className="flex items-start justify-between gap-2">
          <h2 className="text-lg font-semibold wrap-anywhere">{brand.name}</h2>
          {canRun ? (
            <Menu>
              <MenuTrigger asChild>
                <Button variant="ghost" size="icon-sm" aria-label={words.menu(brand.name)}>
                  <MoreHorizontal aria-hidden size={16} />
                </Button>
              </MenuTrigger>
              <MenuContent align="end">
                {brand.status === "paused" || underWay ? null : (
                  <MenuItem asChild>
                    <Link to={`${paths.dashboard}?brand=${brand.id}&run=1`}>{words.analyzeNow}</Link>
                  </MenuItem>
                )}
                {canEdit ? <MenuItem onSelect={onEdit}>{words.edit}</MenuItem> : null}
                {canEdit ? (
                  <MenuItem onSelect={togglePause}>{brand.status === "paused" ? words.resume : words.pause}</MenuItem>
                ) : null}
                {canDelete ? (
                  <>
                    <MenuSeparator />
                    <MenuItem onSelect={() => setDeleting(true)}>{words.remove}</MenuItem>
                  </>
                ) : null}
              </MenuContent>
            </Menu>
          ) : null}
        </div>
        <div className="tabular flex flex-wrap gap-2">
          <Badge>{words.visibility(brand.overall)}</Badge>
          {portfolio?.scores.overall?.standsFor === "technical-only" ? <Badge>{words.technicalOnly}</Badge> : null}
          <Badge>{words.audience(brand.audience)}</Badge>
          {brand.basis === "simulator" ? <Badge tone="info">{words.simulated}</Badge> : null}
          {underWay ? <Badge tone="info">{words.analyzing}</Badge> : null}
          {portfolio?.runStatus === "failed" ? <Badge tone="attention">{words.failed}</Badge> : null}
          {brand.status === "paused" ? (
            <Badge tone="moderate">{brand.pauseReason === "plan" ? words.pausedByPlan : words.paused}</Badge>
          ) : null}
        </div>
        <p className="wrap-anywhere">{brand.websiteUrl ?? words.viaDocument}</p>
        <p className="flex-1 text-ink-2 wrap-anywhere">{brand.targetAudience || words.noAudience}</p>
        <BrandTrend portfolio={portfolio} measured={brand.overall !== null} />
        <div className="flex flex-wrap items-center justify-between gap-3 border-t border-line pt-4">
          <span className="text-sm text-ink-3">
            {words.addedOn(shortDate(brand.createdAt))}
            <span className="block">{brand.scoredAt ? words.analyzed(ago(brand.scoredAt)) : words.notAnalyzed}</span>
          </span>
          <Link to={`${paths.dashboard}?brand=${brand.id}`} className={buttonClass("secondary", "sm")}>
            {words.details}
          </Link>
        </div>
      </Card>
      <Dialog open={deleting} onOpenChange={(open) => !open && close()}>
        {deleting ? <DeleteBrand name={brand.name} onCancel={close} onDelete={() => (close(), remove())} /> : null}
      </Dialog>
    </li>
  );
}
