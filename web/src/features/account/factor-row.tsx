import { useQueryClient } from "@tanstack/react-query";
import { useState } from "react";

import { Badge } from "@/components/ui/badge";
import { Button } from "@/components/ui/button";
import { account as words } from "@/lib/messages/account";
import { toast } from "@/lib/toast";

import { AccountForm, type FieldSpec } from "./account-form";
import { accountQuery, beginFactor, confirmFactor, loginsQuery, removeFactor, renewCodes, type Account, type Setup } from "./api";
import { RecoveryCodes } from "./recovery-codes";
import { Row } from "./row";

type Step = { name: "begin" | "off" | "renew" } | { name: "scan"; setup: Setup } | { name: "codes"; codes: readonly string[] };

/** The second factor: setting it up in three steps, new recovery codes, switching it off. */
export function FactorRow({ account }: { account: Account }) {
  const [step, setStep] = useState<Step | null>(null);
  const client = useQueryClient();
  const { enabled, recoveryCodesLeft } = account.secondFactor;
  const close = () => setStep(null);
  const refresh = () => {
    void client.invalidateQueries({ queryKey: accountQuery.queryKey });
    void client.invalidateQueries({ queryKey: loginsQuery.queryKey });
  };
  const password: FieldSpec<"password">[] = account.hasPassword ? [{ name: "password", label: words.currentPassword, kind: "current-password" }] : [];
  const code: FieldSpec<"code"> = { name: "code", label: words.factorAnyCode, kind: "code" };
  const showCodes = (codes: readonly string[]) => {
    setStep({ name: "codes", codes });
    refresh();
  };
  const off = () => {
    close();
    toast({ title: words.factorOffDone, variant: "success" });
    refresh();
  };
  return (
    <Row
      title={words.factor}
      badge={enabled ? <Badge tone="good">{words.factorOnDone}</Badge> : null}
      text={enabled ? words.factorOn(recoveryCodesLeft) : words.factorOff}
      actions={step ? null : <Actions enabled={enabled} onStep={(name) => setStep({ name })} />}
    >
      {step?.name === "begin" ? (
        <AccountForm label={words.factorSetUp} fields={password} save={words.factorContinue} send={(values) => beginFactor(values.password)} onDone={(setup) => setStep({ name: "scan", setup })} onCancel={close} />
      ) : null}
      {step?.name === "scan" ? (
        <AccountForm
          label={words.factor}
          intro={<Scan setup={step.setup} />}
          fields={[{ name: "code", label: words.factorCode, kind: "code" }] as const}
          save={words.factorSwitchOn}
          send={(values) => confirmFactor(values.code)}
          onDone={({ codes }) => {
            toast({ title: words.factorOnDone, variant: "success" });
            showCodes(codes);
          }}
          onCancel={close}
        />
      ) : null}
      {step?.name === "renew" ? <AccountForm label={words.codesNew} fields={password} save={words.codesNew} send={(values) => renewCodes(values.password)} onDone={({ codes }) => showCodes(codes)} onCancel={close} /> : null}
      {step?.name === "off" ? (
        <AccountForm<"password" | "code", unknown> label={words.factorSwitchOff} fields={[...password, code]} save={words.factorSwitchOff} danger send={(values) => removeFactor(values.password, values.code)} onDone={off} onCancel={close} />
      ) : null}
      {step?.name === "codes" ? <RecoveryCodes codes={step.codes} onDone={close} /> : null}
    </Row>
  );
}

function Actions({ enabled, onStep }: { enabled: boolean; onStep: (name: "begin" | "off" | "renew") => void }) {
  if (!enabled) {
    return (
      <Button look="secondary" size="sm" onClick={() => onStep("begin")}>
        {words.factorSetUp}
        <span className="sr-only">: {words.factor}</span>
      </Button>
    );
  }
  return (
    <>
      <Button look="secondary" size="sm" onClick={() => onStep("renew")}>
        {words.codesNew}
      </Button>
      <Button look="ghost" size="sm" onClick={() => onStep("off")}>
        {words.factorSwitchOff}
        <span className="sr-only">: {words.factor}</span>
      </Button>
    </>
  );
}

function Scan({ setup }: { setup: Setup }) {
  return (
    <div className="flex flex-wrap gap-5">
      <img alt={words.factorQr} src={`data:image/svg+xml,${encodeURIComponent(setup.qrSvg)}`} width={176} height={176} className="rounded-field border border-line bg-white" />
      <div className="flex min-w-0 flex-1 basis-48 flex-col gap-3">
        <p>{words.factorScan}</p>
        <div>
          <p className="text-sm text-ink-2">{words.factorManual}</p>
          <code className="tabular mt-1 block font-mono text-sm wrap-anywhere">{setup.secret.match(/.{1,4}/g)?.join(" ")}</code>
        </div>
      </div>
    </div>
  );
}
