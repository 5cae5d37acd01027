import type { BrandRow } from "@/api/brands";
import { brands as words } from "@/lib/messages/sections";
import { isRecent } from "@/lib/recent";

const HIGH = 60;
const LOW = 40;

/** The tabs of My Brands and which brands each holds; a brand without a score is neither high nor low. */
export const brandTabs: { value: string; label: string; empty: string; holds: (brand: BrandRow) => boolean }[] = [
  { value: "all", label: words.all, empty: words.none, holds: () => true },
  { value: "recent", label: words.recent, empty: words.noRecent, holds: (brand) => isRecent(brand.createdAt) },
  { value: "high", label: words.high, empty: words.noHigh, holds: (brand) => brand.overall !== null && brand.overall >= HIGH },
  { value: "low", label: words.low, empty: words.noLow, holds: (brand) => brand.overall !== null && brand.overall < LOW },
];
