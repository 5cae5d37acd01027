import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";

import { useAuth } from "@/lib/auth";
import { textOf } from "@/lib/http";
import { account as words } from "@/lib/messages/account";
import { common } from "@/lib/messages/common";
import { toast } from "@/lib/toast";

import { ruleQuery, setRule } from "./api";

/** The workspace's rule for its members' passwords, for those who may change its settings. */
export function RuleRow() {
  const { user } = useAuth();
  const client = useQueryClient();
  const role = user?.workspaces.find(({ id }) => id === user.currentWorkspaceId)?.role;
  const mayChange = role === "owner" || role === "admin";
  const rule = useQuery({ ...ruleQuery, enabled: mayChange });
  const change = useMutation({
    mutationFn: setRule,
    onSuccess: (saved) => {
      client.setQueryData(ruleQuery.queryKey, saved);
      toast({ title: words.regionalSaved, variant: "success" });
    },
    onError: (error) => toast({ title: common.somethingWentWrong, description: textOf(error), variant: "destructive" }),
  });
  if (!mayChange || !rule.data) return null;
  return (
    <label className="flex items-start gap-3 py-5 last:pb-0">
      <input type="checkbox" className="mt-1 size-4 accent-accent" checked={rule.data.refuseCommon} disabled={change.isPending} onChange={(event) => change.mutate(event.target.checked)} />
      <span>
        <span className="block font-semibold">{words.common}</span>
        <span className="mt-1 block text-ink-2">{words.commonText}</span>
      </span>
    </label>
  );
}
