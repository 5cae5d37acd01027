import { ArrowLeft } from "lucide-react";
import { Dialog } from "radix-ui";
import { useEffect, useRef, type FormEvent, type ReactNode } from "react";

import type { BusinessInfo } from "@/api/session";
import { Wordmark } from "@/components/layout/wordmark";
import { Alert } from "@/components/ui/alert";
import { Button } from "@/components/ui/button";
import { Progress } from "@/components/ui/progress";
import { cn } from "@/lib/cn";
import { onboarding } from "@/lib/messages/onboarding";
import { useLogout } from "@/lib/use-logout";

import type { Draft } from "./api";
import { AudienceStep } from "./audience-step";
import { DescriptionStep } from "./description-step";
import { ExampleOffer } from "./example-offer";
import { NameStep } from "./name-step";
import { SourceStep } from "./source-step";
import { useWizard, type Wizard as WizardState } from "./use-wizard";
import { steps, type Step } from "./wizard-values";

const bodies: Record<Step, (props: { wizard: WizardState }) => ReactNode> = {
  "brand-name": NameStep,
  "brand-description": DescriptionStep,
  "brand-info": SourceStep,
  "target-audience": AudienceStep,
};

/** A modal that cannot be closed: four questions, one at a time, and "Log out" as the only other way out. */
export function Wizard({ draft, business }: { draft: Draft; business: BusinessInfo | null | undefined }) {
  const wizard = useWizard(draft, business);
  const body = useRef<HTMLDivElement>(null);
  const Body = bodies[wizard.step];

  useEffect(() => focusFirstField(body.current), [wizard.step]);

  const submit = (event: FormEvent) => {
    event.preventDefault();
    wizard.advance();
  };
  return (
    <Dialog.Root open>
      <Dialog.Portal>
        <Dialog.Overlay className="fixed inset-0 overflow-y-auto bg-tint">
          <div className="flex min-h-dvh flex-col px-4 py-6 sm:px-6">
            <Wordmark className="mb-6" />
            <Dialog.Content
              onEscapeKeyDown={(event) => event.preventDefault()}
              onInteractOutside={(event) => event.preventDefault()}
              onOpenAutoFocus={(event) => {
                event.preventDefault();
                focusFirstField(body.current);
              }}
              className="mx-auto my-auto flex w-full max-w-[600px] flex-col focus:outline-none"
            >
              <form
                noValidate
                onSubmit={submit}
                className="flex flex-col gap-6 rounded-card border border-line bg-surface p-5 sm:p-8"
              >
                <Dots position={wizard.position} />
                <div>
                  <Dialog.Title asChild>
                    <h1 className="text-2xl font-semibold">{onboarding.titles[wizard.step]}</h1>
                  </Dialog.Title>
                  <Dialog.Description className="mt-2.5 text-lg text-ink-2">
                    {onboarding.texts[wizard.step]}
                  </Dialog.Description>
                </div>
                {wizard.failure ? <Failure wizard={wizard} sentence={wizard.failure} /> : null}
                <div ref={body} className="flex flex-col gap-5">
                  <Body wizard={wizard} />
                </div>
                <UploadProgress wizard={wizard} />
                <Footer wizard={wizard} />
              </form>
              {wizard.position === 0 ? <ExampleOffer /> : null}
              <LogoutLink />
            </Dialog.Content>
          </div>
        </Dialog.Overlay>
      </Dialog.Portal>
    </Dialog.Root>
  );
}

/** Why nothing was saved; a document is exchanged one step back. */
function Failure({ wizard, sentence }: { wizard: WizardState; sentence: string }) {
  const another = (
    <Button variant="secondary" size="sm" onClick={wizard.back} disabled={wizard.saving}>
      {onboarding.chooseAnother}
    </Button>
  );
  return (
    <Alert kind="error" action={wizard.isLast && wizard.documentRefused ? another : null}>
      {sentence}
    </Alert>
  );
}

function focusFirstField(body: HTMLElement | null): void {
  body
    ?.querySelector<HTMLElement>("input:not([type=file]):not([type=radio]), textarea, [role=radio][data-state=checked]")
    ?.focus();
}

function Dots({ position }: { position: number }) {
  return (
    <ol aria-label={onboarding.progress} className="flex gap-2">
      {steps.map((step, index) => (
        <li key={step} aria-current={index === position ? "step" : undefined} className="flex items-center">
          <span
            aria-hidden
            className={cn(
              "block h-2 rounded-full transition-all",
              index === position ? "w-6" : "w-2",
              index <= position ? "bg-accent" : "bg-line",
            )}
          />
          <span className="sr-only">{onboarding.stepOf(index + 1, steps.length)}</span>
        </li>
      ))}
    </ol>
  );
}

function Footer({ wizard }: { wizard: WizardState }) {
  const label = wizard.isLast ? onboarding.analyze : onboarding.continue;
  return (
    <div className="flex items-center justify-between gap-4 border-t border-line pt-5">
      {wizard.position > 0 ? (
        <Button variant="ghost" onClick={wizard.back} disabled={wizard.saving} className="-ml-4">
          <ArrowLeft aria-hidden size={16} />
          {onboarding.back}
        </Button>
      ) : (
        <span />
      )}
      <Button type="submit" size="lg" pending={wizard.saving}>
        {wizard.saving ? onboarding.saving : label}
      </Button>
    </div>
  );
}

function UploadProgress({ wizard }: { wizard: WizardState }) {
  if (wizard.progress === null) return null;
  const percent = Math.round(100 * wizard.progress);
  return (
    <div className="flex items-center gap-4">
      <div className="flex-1">
        <p className="tabular mb-1.5 text-sm text-ink-2">{onboarding.uploading(percent)}</p>
        <Progress label={onboarding.uploadLabel} value={percent} />
      </div>
      <Button variant="secondary" size="sm" onClick={wizard.cancel}>
        {onboarding.cancelUpload}
      </Button>
    </div>
  );
}

/** Part of the modal's content, or the focus trap would make it unreachable by keyboard. */
function LogoutLink() {
  const { logout, pending } = useLogout();
  return (
    <Button variant="ghost" size="sm" onClick={logout} disabled={pending} className="mx-auto mt-6">
      {pending ? onboarding.loggingOut : onboarding.logout}
    </Button>
  );
}
