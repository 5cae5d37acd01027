import { useQueryClient } from "@tanstack/react-query";

import { confirmationKey } from "@/api/live";
import {
  acceptPanel,
  keepPanel,
  panelKey,
  reconsiderPanel,
  restoreVersion,
  type Chosen,
  type History,
  type PanelChange,
  type TaggedPanel,
} from "@/api/panel";
import { panel as words } from "@/lib/messages/panel";

import { useChange } from "../use-change";

/** What may be done with a panel as a whole, each to be taken back with one press. */
export function usePanelChanges(brandId: string) {
  const client = useQueryClient();
  // Who is refused looked at something that is no longer so: it is read anew.
  const onError = () => void client.invalidateQueries({ queryKey: panelKey(brandId) });
  // Assistants that wait may be asked for more or fewer answers now.
  const onSuccess = () => void client.invalidateQueries({ queryKey: confirmationKey(brandId) });
  const goBack = ({ previous, state }: PanelChange) => restoreVersion(brandId, previous, state);
  const accept = useChange(
    brandId,
    ({ chosen, tag }: { chosen: Chosen; tag: string | null }) => acceptPanel(brandId, chosen, tag),
    () => ({ said: words.accepted, undo: goBack }),
  );
  const restore = useChange(
    brandId,
    ({ number, state }: { number: number; state: string }) => restoreVersion(brandId, number, state),
    () => ({ said: words.accepted, undo: goBack }),
  );
  const keep = useChange(
    brandId,
    (tag: string | null) => keepPanel(brandId, tag),
    () => ({ said: () => words.kept, undo: () => reconsiderPanel(brandId) }),
  );
  const again = useChange(brandId, () => reconsiderPanel(brandId));
  return {
    accept: (chosen: Chosen, { tag }: TaggedPanel) => accept.mutate({ chosen, tag }, { onError, onSuccess }),
    keep: ({ tag }: TaggedPanel) => keep.mutate(tag, { onError }),
    restore: (number: number, { state }: History) => restore.mutate({ number, state }, { onError, onSuccess }),
    lookAgain: () => again.mutate(undefined, { onError }),
    accepting: accept.isPending,
    keeping: keep.isPending,
    restoring: restore.isPending ? restore.variables.number : null,
    looking: again.isPending,
  };
}
