import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";

import { useAuth } from "@/lib/auth";
import { textOf } from "@/lib/http";
import { account as words } from "@/lib/messages/account";
import { common } from "@/lib/messages/common";
import { toast } from "@/lib/toast";

import { factorRuleQuery, ruleQuery, setFactorRule, setRule } from "./api";

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
  return <Rule title={words.common} text={words.commonText} checked={rule.data.refuseCommon} pending={change.isPending} onChange={(checked) => change.mutate(checked)} />;
}

function FactorRule() {
  const rule = useQuery(factorRuleQuery);
  const change = useRule(factorRuleQuery.queryKey, setFactorRule);
  if (!rule.data) return null;
  return <Rule title={words.factorRule} text={words.factorRuleText} checked={rule.data.required} pending={change.isPending} onChange={(checked) => change.mutate(checked)} />;
}

/** Saves a rule at once; the server's sentence says why it could not. */
function useRule<R>(key: readonly unknown[], save: (on: boolean) => Promise<R>) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: save,
    onSuccess: (saved: R) => {
      client.setQueryData(key, saved);
      toast({ title: words.regionalSaved, variant: "success" });
    },
    onError: (error) => toast({ title: common.somethingWentWrong, description: textOf(error), variant: "destructive" }),
  });
}

type RuleProps = { title: string; text: string; checked: boolean; pending: boolean; onChange: (checked: boolean) => void };

function Rule({ title, text, checked, pending, onChange }: RuleProps) {
  return (
    <label className="flex items-start gap-3 py-5 last:pb-0">
      <input type="checkbox" className="mt-1 size-4 accent-accent" checked={checked} disabled={pending} onChange={(event) => onChange(event.target.checked)} />
      <span>
        <span className="block font-semibold">{title}</span>
        <span className="mt-1 block text-ink-2">{text}</span>
      </span>
    </label>
  );
}
