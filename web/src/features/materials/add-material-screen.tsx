import { ArrowLeft } from "lucide-react";

import { Alert } from "@/components/ui/alert";
import { EmptyState } from "@/components/ui/empty-state";
import { useAuth } from "@/lib/auth";
import { useCurrentBrandId } from "@/lib/current-brand";
import { materials as words } from "@/lib/messages/materials";
import { dashboard } from "@/lib/messages/visibility";
import { Link } from "@/lib/navigation";
import { paths } from "@/lib/paths";
import { useEditing } from "@/lib/use-editing";

import { MaterialForm } from "./material-form";

/** A page or a document to add. Without a subscription the button leads to the plans, and nothing typed is lost. */
export function AddMaterialScreen() {
  const { businessInfo } = useAuth();
  const brandId = useCurrentBrandId();
  return (
    <div className="flex max-w-2xl flex-col gap-6">
      <Link
        to={paths.materials}
        className="inline-flex items-center gap-1.5 self-start text-accent-text underline-offset-4 hover:underline"
      >
        <ArrowLeft aria-hidden size={16} />
        {words.back}
      </Link>
      {businessInfo?.plan ? null : <Alert kind="warning">{words.limitation}</Alert>}
      {brandId ? (
        <Form brandId={brandId} subscribed={Boolean(businessInfo?.plan)} />
      ) : (
        <EmptyState title={dashboard.noBrand} />
      )}
    </div>
  );
}

function Form({ brandId, subscribed }: { brandId: string; subscribed: boolean }) {
  const { canEdit, reason } = useEditing(brandId);
  if (!canEdit) return <Alert kind="info">{reason}</Alert>;
  return <MaterialForm brandId={brandId} subscribed={subscribed} />;
}
