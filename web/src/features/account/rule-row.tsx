import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { useState, type ReactNode } from "react";

import { useAuth } from "@/lib/auth";
import { textOf } from "@/lib/http";
import { account as words } from "@/lib/messages/account";
import { common } from "@/lib/messages/common";
import { toast } from "@/lib/toast";

import { AccountForm } from "./account-form";
import { accountQuery, factorRuleQuery, ruleQuery, setFactorRule, setRule } from "./api";
import { proofFields } from "./proof";

/** The workspace's rules for its members' accounts, for those who may change them. */
export function RuleRow() {
  const { user } = useAuth();
  const role = user?.workspaces.find(({ id }) => id === user.currentWorkspaceId)?.role;
  if (role !== "owner" && role !== "admin") return null;
  return (
    <>
      <CommonPasswordsRule />
      <FactorRule />
    </>
  );
}

function CommonPasswordsRule() {
  const rule = useQuery(ruleQuery);
  const change = useRule(ruleQuery.queryKey, setRule);
  if (!rule.data) return null;
  return (
    <Rule
      title={words.common}
      text={words.commonText}
      checked={rule.data.refuseCommon}
      pending={change.isPending}
      onChange={(checked) => change.mutate(checked)}
    />
  );
}

/** Switched on at once; switched off by somebody who shows that it is still them. */
function FactorRule() {
  const [withdrawing, setWithdrawing] = useState(false);
  const rule = useQuery(factorRuleQuery);
  const account = useQuery({ ...accountQuery, enabled: withdrawing });
  const change = useRule(factorRuleQuery.queryKey, setFactorRule);
  const saved = useStoreRule(factorRuleQuery.queryKey);
  if (!rule.data) return null;
  const turn = (checked: boolean) => (checked ? change.mutate({ required: true }) : setWithdrawing(true));
  const close = () => setWithdrawing(false);
  const done = (result: typeof rule.data) => {
    close();
    saved(result);
  };
  return (
    <Rule
      title={words.factorRule}
      text={words.factorRuleText}
      checked={rule.data.required}
      pending={change.isPending || withdrawing}
      onChange={turn}
    >
      {withdrawing && account.data ? (
        <AccountForm
          label={words.factorRuleOff}
          fields={proofFields(account.data)}
          save={words.factorRuleOff}
          danger
          intro={<p className="text-ink-2">{words.factorRuleOffText}</p>}
          send={(proof) => setFactorRule({ required: false, ...proof })}
          onDone={done}
          onCancel={close}
        />
      ) : null}
    </Rule>
  );
}

/** Shows a rule as it was saved. */
function useStoreRule(key: readonly unknown[]) {
  const client = useQueryClient();
  return (saved: unknown) => {
    client.setQueryData(key, saved);
    toast({ title: words.regionalSaved, variant: "success" });
  };
}

/** Saves a rule at once; the server's sentence says why it could not. */
function useRule<V, R>(key: readonly unknown[], save: (value: V) => Promise<R>) {
  const saved = useStoreRule(key);
  return useMutation({
    mutationFn: save,
    onSuccess: saved,
    onError: (error) => toast({ title: common.somethingWentWrong, description: textOf(error), variant: "destructive" }),
  });
}

type RuleProps = {
  title: string;
  text: string;
  checked: boolean;
  pending: boolean;
  onChange: (checked: boolean) => void;
  children?: ReactNode;
};

function Rule({ title, text, checked, pending, onChange, children }: RuleProps) {
  return (
    <div className="flex flex-col gap-4 py-5 last:pb-0">
      <label className="flex items-start gap-3">
        <input
          type="checkbox"
          className="mt-1 size-4 accent-accent"
          checked={checked}
          disabled={pending}
          onChange={(event) => onChange(event.target.checked)}
        />
        <span>
          <span className="block font-semibold">{title}</span>
          <span className="mt-1 block text-ink-2">{text}</span>
        </span>
      </label>
      {children}
    </div>
  );
}
