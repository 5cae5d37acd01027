import { useMutation, useQueryClient } from "@tanstack/react-query";

import { logout } from "@/api/session";
import { hardNavigate } from "@/lib/browser";
import { forgetBrand } from "@/lib/current-brand";
import { forgetWhenLeft } from "@/lib/forget-when-left";
import { textOf } from "@/lib/http";
import { app } from "@/lib/messages/app";
import { paths } from "@/lib/paths";
import { announceSession } from "@/lib/session-signal";
import { toast } from "@/lib/toast";

/** Ends the session, forgets everything cached, and loads the login page anew. */
export function useLogout(): { logout: () => void; pending: boolean } {
  const client = useQueryClient();
  const mutation = useMutation({
    mutationFn: logout,
    onSuccess: () => {
      announceSession(null);
      forgetBrand();
      forgetWhenLeft(client);
      hardNavigate(paths.login);
    },
    onError: (error) => toast({ variant: "destructive", title: app.logoutFailed, description: textOf(error) }),
  });
  return { logout: () => mutation.mutate(), pending: mutation.isPending || mutation.isSuccess };
}
