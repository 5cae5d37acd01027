import { useMutation, useQueryClient } from "@tanstack/react-query";

import { textOf } from "@/lib/http";
import { common } from "@/lib/messages/common";
import { engines as words } from "@/lib/messages/engines";
import { toast } from "@/lib/toast";

import {
  credentialQuery,
  enginesQuery,
  removeCredential,
  saveCredential,
  testCredential,
  type CredentialChange,
  type Engine,
} from "./api/engines";

/** Stores, tries and removes a workspace's key; what the lists show follows. */
export function useEngineActions(engine: Engine, onSaved?: () => void) {
  const client = useQueryClient();
  const refresh = () => client.invalidateQueries({ queryKey: enginesQuery.queryKey });
  const fail = (error: unknown) =>
    toast({ title: common.somethingWentWrong, description: textOf(error), variant: "destructive" });
  const save = useMutation({
    mutationFn: (change: CredentialChange) => saveCredential(engine.id, change),
    onSuccess: (stored) => {
      client.setQueryData(credentialQuery(engine.id).queryKey, stored);
      void refresh();
      toast({ title: words.saved(engine.name), variant: "success" });
      onSaved?.();
    },
  });
  const test = useMutation({
    mutationFn: () => testCredential(engine.id),
    onSuccess: (stored) => client.setQueryData(credentialQuery(engine.id).queryKey, stored),
    onError: fail,
  });
  const remove = useMutation({
    mutationFn: () => removeCredential(engine.id),
    onSuccess: () => {
      void refresh();
      toast({ title: words.removed(engine.name), variant: "success" });
    },
    onError: fail,
  });
  return {
    save: (change: CredentialChange) => save.mutate(change),
    saving: save.isPending,
    failure: save.error,
    test: () => test.mutate(),
    testing: test.isPending,
    remove: () => window.confirm(`${words.removeTitle(engine.name)}\n\n${words.removeText}`) && remove.mutate(),
    removing: remove.isPending,
  };
}
