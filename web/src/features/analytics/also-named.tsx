import { useQuery } from "@tanstack/react-query";

import { useEditing } from "@/lib/use-editing";

import { competitorsQuery } from "./api/competitors";
import { CompetitorSuggestions } from "./competitor-suggestions";

/** Names that answers put forward where the brand could be; nothing while there are none. */
export function AlsoNamed({ brandId }: { brandId: string }) {
  const { canEdit } = useEditing(brandId);
  const rows = useQuery(competitorsQuery(brandId)).data?.data ?? [];
  const of = (status: string) => rows.filter((row) => row.status === status);
  return (
    <CompetitorSuggestions brandId={brandId} suggested={of("suggested")} tracked={of("tracked")} canEdit={canEdit} />
  );
}
