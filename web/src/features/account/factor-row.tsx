import { useQueryClient } from "@tanstack/react-query";
import { useState } from "react";

import { Badge } from "@/components/ui/badge";
import { Button } from "@/components/ui/button";
import { account as words } from "@/lib/messages/account";
import { toast } from "@/lib/toast";

import { AccountForm } from "./account-form";
import {
  accountQuery,
  beginFactor,
  confirmFactor,
  loginsQuery,
  removeFactor,
  renewCodes,
  type Account,
  type Setup,
} from "./api";
import { bothFields, proofFields } from "./proof";
import { RecoveryCodes } from "./recovery-codes";
import { Row } from "./row";

type Step =
  { name: "begin" | "off" | "renew" } | { name: "scan"; setup: Setup } | { name: "codes"; codes: readonly string[] };

/** The second factor: setting it up in three steps, new recovery codes, switching it off. */
export function FactorRow({ account }: { account: Account }) {
  const [step, setStep] = useState<Step | null>(null);
  const client = useQueryClient();
  const { enabled, passkeys } = account.secondFactor;
  const close = () => setStep(null);
  const refresh = () => {
    void client.invalidateQueries({ queryKey: accountQuery.queryKey });
    void client.invalidateQueries({ queryKey: loginsQuery.queryKey });
  };
  const proof = proofFields(account);
  const showCodes = (codes: readonly string[]) => {
    setStep({ name: "codes", codes });
    refresh();
  };
  const off = () => {
    close();
    toast({ title: passkeys > 0 ? words.factorAppRemoved : words.factorOffDone, variant: "success" });
    refresh();
  };
  return (
    <Row
      title={words.factor}
      badge={enabled ? <Badge tone="good">{words.factorOnDone}</Badge> : null}
      text={stateOf(account)}
      actions={step ? null : <Actions factor={account.secondFactor} onStep={(name) => setStep({ name })} />}
    >
      {step?.name === "begin" ? (
        <AccountForm
          label={words.factorSetUp}
          fields={proof}
          save={words.factorContinue}
          send={beginFactor}
          onDone={(setup) => setStep({ name: "scan", setup })}
          onCancel={close}
        />
      ) : null}
      {step?.name === "scan" ? (
        <AccountForm
          label={words.factor}
          intro={<Scan setup={step.setup} />}
          fields={[{ name: "code", label: words.factorCode, kind: "code", missing: words.codeMissing }] as const}
          save={words.factorSwitchOn}
          send={(values) => confirmFactor(values.code)}
          onDone={({ codes }) => {
            toast({ title: words.factorOnDone, variant: "success" });
            showCodes(codes);
          }}
          onCancel={close}
        />
      ) : null}
      {step?.name === "renew" ? (
        <AccountForm
          label={words.codesNew}
          fields={proof}
          save={words.codesNew}
          send={renewCodes}
          onDone={({ codes }) => showCodes(codes)}
          onCancel={close}
        />
      ) : null}
      {step?.name === "off" ? (
        <AccountForm
          label={words.factorSwitchOff}
          fields={bothFields(account)}
          save={passkeys > 0 ? words.factorRemoveApp : words.factorSwitchOff}
          danger
          send={removeFactor}
          onDone={off}
          onCancel={close}
        />
      ) : null}
      {step?.name === "codes" ? <RecoveryCodes codes={step.codes} onDone={close} /> : null}
    </Row>
  );
}

function stateOf({ secondFactor: { enabled, app, recoveryCodesLeft } }: Account): string {
  if (!enabled) return words.factorOff;
  return app ? words.factorOn(recoveryCodesLeft) : words.factorByPasskey(recoveryCodesLeft);
}

type ActionsProps = { factor: Account["secondFactor"]; onStep: (name: "begin" | "off" | "renew") => void };

function Actions({ factor: { enabled, app, passkeys }, onStep }: ActionsProps) {
  return (
    <>
      {app ? null : (
        <Button variant="secondary" size="sm" onClick={() => onStep("begin")}>
          {enabled ? words.factorApp : words.factorSetUp}
          <span className="sr-only">: {words.factor}</span>
        </Button>
      )}
      {enabled ? (
        <Button variant="secondary" size="sm" onClick={() => onStep("renew")}>
          {words.codesNew}
        </Button>
      ) : null}
      {app ? (
        <Button variant="ghost" size="sm" onClick={() => onStep("off")}>
          {passkeys > 0 ? words.factorRemoveApp : words.factorSwitchOff}
          <span className="sr-only">: {words.factor}</span>
        </Button>
      ) : null}
    </>
  );
}

function Scan({ setup }: { setup: Setup }) {
  return (
    <div className="flex flex-wrap gap-5">
      <img
        alt={words.factorQr}
        src={`data:image/svg+xml,${encodeURIComponent(setup.qrSvg)}`}
        width={176}
        height={176}
        className="rounded-field border border-line bg-white"
      />
      <div className="flex min-w-0 flex-1 basis-48 flex-col gap-3">
        <p>{words.factorScan}</p>
        <div>
          <p className="text-sm text-ink-2">{words.factorManual}</p>
          <code className="tabular mt-1 block font-mono text-sm wrap-anywhere">
            {setup.secret.match(/.{1,4}/g)?.join(" ")}
          </code>
        </div>
      </div>
    </div>
  );
}
