import { useMutation, useQuery } from "@tanstack/react-query";

import { openExample } from "@/api/example";
import { metaQuery } from "@/api/meta";
import { Button } from "@/components/ui/button";
import { useAuth } from "@/lib/auth";
import { startAnew } from "@/lib/enter-workspace";
import { textOf } from "@/lib/http";
import { example as words } from "@/lib/messages/example";
import { paths } from "@/lib/paths";
import { toast } from "@/lib/toast";

/** A quiet way to see results before there are any of one's own; nothing where no example is offered. */
export function ExampleOffer() {
  const { user } = useAuth();
  const offered = useQuery(metaQuery).data?.features.example;
  const open = useMutation({
    mutationFn: openExample,
    onSuccess: () => startAnew(user?.id ?? "", paths.dashboard),
    onError: (error) => toast({ title: words.openFailed, description: textOf(error), variant: "destructive" }),
  });
  if (!offered) return null;
  return (
    <div className="mt-5 flex flex-col items-center gap-1.5 text-center">
      <Button variant="secondary" pending={open.isPending || open.isSuccess} onClick={() => open.mutate()}>
        {words.offer}
      </Button>
      <p className="max-w-sm text-sm text-ink-3">{words.offerHint}</p>
    </div>
  );
}
