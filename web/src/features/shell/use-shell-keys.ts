import { useQueryClient } from "@tanstack/react-query";

import { brandsQuery, type BrandRow } from "@/api/brands";
import { useAuth } from "@/lib/auth";
import { useSwitchBrand } from "@/lib/current-brand";
import { useSingleKey } from "@/lib/shortcuts";
import { usePaletteKey } from "@/lib/use-palette-key";

/** ⌘K or Ctrl+K opens the palette from anywhere; `?` the help; a digit puts the brand of that place in view. */
export function useShellKeys({ onPalette, onHelp }: { onPalette: () => void; onHelp: () => void }): void {
  const switchBrand = useSwitchBrand();
  const client = useQueryClient();
  const { businessInfo } = useAuth();

  usePaletteKey(onPalette);

  useSingleKey((key) => {
    if (key === "?") {
      onHelp();
      return true;
    }
    if (!/^[1-9]$/.test(key) || !businessInfo?.wizardCompleted) return false;
    const show = (rows: BrandRow[]) => {
      const brand = rows[Number(key) - 1];
      if (brand) switchBrand(brand.id);
    };
    client.fetchQuery(brandsQuery).then(
      ({ data }) => show(data),
      () => undefined,
    );
    return true;
  });
}
