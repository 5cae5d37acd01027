import { useMutation } from "@tanstack/react-query";

import { sendConfirmation } from "@/api/account-links";
import { Alert } from "@/components/ui/alert";
import { Button } from "@/components/ui/button";
import { useAuth } from "@/lib/auth";
import { textOf } from "@/lib/http";
import { account as words } from "@/lib/messages/account";
import { common } from "@/lib/messages/common";
import { toast } from "@/lib/toast";

/** Until the address is confirmed: says so, and sends the link again. */
export function VerifyBanner() {
  const { user } = useAuth();
  const again = useMutation({
    mutationFn: sendConfirmation,
    onSuccess: () => toast({ title: words.confirmSent, variant: "success" }),
    onError: (error) => toast({ title: common.somethingWentWrong, description: textOf(error), variant: "destructive" }),
  });
  if (!user || user.emailVerified) return null;
  return (
    <div className="mx-auto w-full max-w-[1248px] px-4 pt-4 lg:px-6">
      <Alert kind="info">
        <div className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2">
          <span className="min-w-0 flex-1 basis-72 wrap-anywhere">{words.banner(user.email)}</span>
          <Button variant="secondary" size="sm" pending={again.isPending} onClick={() => again.mutate()}>
            {words.confirmSend}
          </Button>
        </div>
      </Alert>
    </div>
  );
}
