import { useQuery } from "@tanstack/react-query";

import { isOffered, panelQuery, type Proposal, type TaggedPanel } from "@/api/panel";
import { Button } from "@/components/ui/button";
import { useFocusPassedOn } from "@/components/ui/return-focus";
import { panel as words } from "@/lib/messages/panel";
import { Link } from "@/lib/navigation";
import { paths } from "@/lib/paths";

import { useEditing } from "../states";

import { usePanelChanges } from "./use-panel-changes";
import { offeredText } from "./wording";

/** Says, before assistants are asked, that other questions fit the correction, and adopts them with one press. */
export function ProposalNotice({ brandId }: { brandId: string }) {
  const read = useQuery(panelQuery(brandId)).data;
  const proposal = read?.panel.proposal;
  if (!read || !proposal || !isOffered(read.panel)) return null;
  return <Offered brandId={brandId} read={read} proposal={proposal} />;
}

type OfferedProps = { brandId: string; read: TaggedPanel; proposal: Proposal };

function Offered({ brandId, read, proposal }: OfferedProps) {
  const { canEdit } = useEditing(brandId);
  const { accept, keep, accepting, keeping } = usePanelChanges(brandId);
  const leaving = useFocusPassedOn<HTMLDivElement>();
  return (
    <div
      ref={leaving}
      className="my-3 flex flex-wrap items-center justify-between gap-x-6 gap-y-3 rounded-field border border-accent-line bg-accent-surface p-4"
    >
      <p className="min-w-0 flex-1 basis-64">
        <span role="status">{offeredText(proposal)}</span>{" "}
        <Link to={paths.questions} className="text-accent-text underline underline-offset-4">
          {words.compare}
        </Link>
      </p>
      {canEdit ? (
        <span className="flex flex-wrap gap-2 max-sm:w-full">
          <Button variant="ghost" className="max-sm:flex-1" pending={keeping} onClick={() => keep(read)}>
            {words.keep}
          </Button>
          <Button variant="secondary" className="max-sm:flex-1" pending={accepting} onClick={() => accept({}, read)}>
            {words.acceptProposal}
          </Button>
        </span>
      ) : null}
    </div>
  );
}
