import { Badge, type Tone } from "@/components/ui/badge";
import { Alert } from "@/components/ui/alert";
import { Button, type ButtonVariant, type ButtonSize } from "@/components/ui/button";
import { Card, CardHeader } from "@/components/ui/card";
import { CopyButton } from "@/components/ui/copy-button";
import { EmptyState } from "@/components/ui/empty-state";
import { ErrorCard } from "@/components/ui/error-card";
import { Skeleton } from "@/components/ui/skeleton";
import { Spinner } from "@/components/ui/spinner";
import { UpgradeNotice } from "@/components/ui/upgrade-notice";
import { ApiError } from "@/lib/http";

const variants: ButtonVariant[] = ["primary", "secondary", "ghost", "danger", "link"];
const sizes: ButtonSize[] = ["sm", "md", "lg"];
const tones: Tone[] = ["neutral", "accent", "good", "moderate", "attention", "info"];

/** What says something: buttons in every look and size, badges, alerts, empty and failed areas. */
export function WordExamples() {
  return (
    <>
      {sizes.map((size) => (
        <div key={size} className="flex flex-wrap items-center gap-3">
          {variants.map((variant) => (
            <Button key={variant} variant={variant} size={size}>
              {variant}
            </Button>
          ))}
        </div>
      ))}
      <div className="flex flex-wrap items-center gap-3">
        <Button pending>Pending</Button>
        <Button disabled>Disabled</Button>
        <Button variant="secondary" disabled>
          Disabled
        </Button>
        <CopyButton text="copied words" label="Copy" done="Copied" />
        <Spinner />
      </div>
      <div className="flex flex-wrap gap-2">
        {tones.map((tone) => (
          <Badge key={tone} tone={tone}>
            {tone}
          </Badge>
        ))}
      </div>
      {(["info", "success", "warning", "error"] as const).map((kind) => (
        <Alert key={kind} kind={kind} title={`An alert of kind ${kind}`}>
          What happened, and what to do next.
        </Alert>
      ))}
      <ErrorCard
        error={new ApiError("The database is away for a moment.", 500, { requestId: "0193a0d0-0000" })}
        onRetry={() => undefined}
      />
      <Card>
        <CardHeader
          title="A card"
          description="With a line that describes it"
          action={<Button size="sm">Action</Button>}
        />
        <p className="evidence px-4 py-3">For small flats, a drop-leaf oak table is often suggested.</p>
      </Card>
      <EmptyState
        title="Nothing here yet"
        text="One sentence that says why, and one action."
        action={<Button>Begin</Button>}
      />
      <UpgradeNotice
        title="7 of 8 gaps hidden"
        text="Pro shows all of them."
        action="View plans"
        reason="gaps.content"
      />
      <Skeleton className="h-20" />
    </>
  );
}
