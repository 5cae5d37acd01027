import { useMutation } from "@tanstack/react-query";
import { useLayoutEffect } from "react";

import { removeExample } from "@/api/example";
import { Alert } from "@/components/ui/alert";
import { Button } from "@/components/ui/button";
import { startAnew } from "@/lib/enter-workspace";
import { textOf } from "@/lib/http";
import { example as words } from "@/lib/messages/example";
import { paths } from "@/lib/paths";
import { toast } from "@/lib/toast";
import { useMembership } from "@/lib/use-membership";

import "./example.css";

/** Above every section of an example: what it is, and the way out of it. Tags every heading below it meanwhile. */
export function ExampleNotice() {
  const me = useMembership();
  useTag();
  const remove = useMutation({
    mutationFn: removeExample,
    // Leads on to the dashboard where somebody's own business is set up.
    onSuccess: () => startAnew(me?.userId ?? "", paths.onboarding),
    onError: (error) => toast({ title: words.removeFailed, description: textOf(error), variant: "destructive" }),
  });
  if (!me) return null;
  return (
    <Alert kind="info" title={words.title(me.name)}>
      <div className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2">
        <span className="min-w-0 flex-1 basis-72">{words.text}</span>
        <Button
          variant="secondary"
          size="sm"
          pending={remove.isPending || remove.isSuccess}
          onClick={() => remove.mutate()}
        >
          {words.remove}
        </Button>
      </div>
    </Alert>
  );
}

/** The word stands beside every heading of numbers, on screens that come later and over them too. */
function useTag() {
  useLayoutEffect(() => {
    const root = document.documentElement;
    root.dataset["example"] = "";
    root.style.setProperty("--example-tag", JSON.stringify(words.tag));
    return () => {
      delete root.dataset["example"];
      root.style.removeProperty("--example-tag");
    };
  }, []);
}
