import { useMutation, useQueryClient, type QueryKey } from "@tanstack/react-query";

import { analyticsKey, USAGE_KEY } from "@/api/live";
import { Button } from "@/components/ui/button";
import { textOf } from "@/lib/http";
import { common } from "@/lib/messages/common";
import { view } from "@/lib/messages/analytics";
import { dismissToast, toast } from "@/lib/toast";

type Outcome<T> = {
  said?: (result: T) => string;
  undo?: (result: T) => Promise<unknown>;
  onDone?: (result: T) => void;
  /** What else shows it, outside of what is drawn from the brand's answers. */
  also?: QueryKey;
  quiet?: boolean;
  /** What is shown before the server has answered, and is taken back when it refuses. */
  ahead?: { queryKey: QueryKey; show: (data: never) => unknown };
};

/**
 * Changes something of the brand: everything drawn from it is asked for again, the reader is told, and may
 * take it back. A failure says why and leaves what was typed in place (`quiet` leaves the saying to the caller).
 */
export function useChange<A, T>(
  brandId: string,
  work: (input: A) => Promise<T>,
  outcome: (input: A) => Outcome<T> = () => ({}),
) {
  const client = useQueryClient();
  const refresh = (also?: QueryKey) => {
    if (also) void client.invalidateQueries({ queryKey: also });
    void client.invalidateQueries({ queryKey: analyticsKey(brandId) });
    void client.invalidateQueries({ queryKey: USAGE_KEY });
  };
  const takeBack = async (undo: () => Promise<unknown>, also?: QueryKey) => {
    dismissToast();
    try {
      await undo();
      refresh(also);
    } catch (error) {
      refresh(also); // something else is there than what the notice was about
      fail(error);
    }
  };
  return useMutation({
    mutationFn: work,
    onMutate: async (input) => {
      const ahead = outcome(input).ahead;
      if (!ahead) return null;
      const { queryKey, show } = ahead;
      await client.cancelQueries({ queryKey });
      const before = client.getQueryData(queryKey);
      if (before !== undefined) client.setQueryData(queryKey, show(before as never));
      return { queryKey, before };
    },
    onSuccess: (result, input) => {
      const { said, undo, onDone, also } = outcome(input);
      refresh(also);
      if (said) {
        toast({
          title: said(result),
          variant: "success",
          ...(undo
            ? { action: <UndoButton onUndo={() => void takeBack(() => undo(result), also)} />, duration: 8_000 }
            : {}),
        });
      }
      onDone?.(result);
    },
    onError: (error, input, kept) => {
      if (kept) client.setQueryData(kept.queryKey, kept.before);
      if (!outcome(input).quiet) fail(error);
    },
  });
}

function fail(error: unknown): void {
  toast({ title: common.somethingWentWrong, description: textOf(error), variant: "destructive" });
}

function UndoButton({ onUndo }: { onUndo: () => void }) {
  return (
    <Button variant="secondary" size="sm" onClick={onUndo}>
      {view.undo}
    </Button>
  );
}
