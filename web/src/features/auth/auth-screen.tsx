import { Suspense, type ReactNode } from "react";

import { TroubleScreen } from "@/components/layout/trouble-screen";
import { Wordmark } from "@/components/layout/wordmark";
import { SpinnerScreen } from "@/components/ui/spinner";
import { Tabs, TabsContent, TabsList, TabsTrigger } from "@/components/ui/tabs";
import { useAuth } from "@/lib/auth";
import { auth } from "@/lib/messages/auth";
import { common } from "@/lib/messages/common";
import { Navigate, useSearchParams } from "@/lib/navigation";
import { paths, safeNext } from "@/lib/paths";
import { lazyComponent } from "@/lib/lazy-with-retry";

import { actionOf, FOR_ANYBODY } from "./actions";
import { Divider } from "./divider";
import { GoogleButton } from "./google-button";
import { LoginForm } from "./login-form";
import { invitationWaits } from "./pending-invitation";

const MarketingPanel = lazyComponent(async () => (await import("./marketing-panel")).MarketingPanel);
const PasskeyButton = lazyComponent(async () => (await import("./passkey-button")).PasskeyButton);
const LinkScreen = lazyComponent(async () => (await import("./link-screen")).LinkScreen);
const ReturnError = lazyComponent(async () => (await import("./return-error")).ReturnError);
const RegisterForm = lazyComponent(async () => (await import("./register-form")).RegisterForm);

/**
 * Form left, marketing right. A signed-in visitor leaves at once: to the invitation they came with, else /dashboard
 * with a named business, else /onboarding.
 */
export function AuthScreen() {
  const { user, businessInfo, isLoading, error, retry } = useAuth();
  const [params] = useSearchParams();
  const action = actionOf(params);
  const returned = params.get("error");
  if (isLoading) return <SpinnerScreen label={common.loading} />;
  if (action && (!user || FOR_ANYBODY.includes(action))) {
    return (
      <Frame>
        <Suspense fallback={<div className="min-h-96" />}>
          <LinkScreen action={action} />
        </Suspense>
      </Frame>
    );
  }
  if (user && invitationWaits()) return <Navigate to={paths.invitation} replace />;
  if (user && error) return <TroubleScreen error={error} onRetry={retry} />;
  if (user) {
    const target =
      user.secondFactorDue || businessInfo?.businessName
        ? (safeNext(params.get("next")) ?? paths.dashboard)
        : paths.onboarding;
    return <Navigate to={target} replace />;
  }
  return (
    <Frame>
      <div>
        <h1 className="text-2xl font-semibold">{auth.heading}</h1>
        <p className="mt-2.5 text-ink-2">{auth.subheading}</p>
      </div>
      {returned ? (
        <Suspense fallback={<div className="h-16" />}>
          <ReturnError code={returned} />
        </Suspense>
      ) : null}
      <div className="flex flex-col gap-3">
        <GoogleButton next={safeNext(params.get("next"))} />
        <Suspense fallback={<div className="h-11" />}>
          <PasskeyButton />
        </Suspense>
      </div>
      <Divider />
      <Forms />
    </Frame>
  );
}

function Frame({ children }: { children: ReactNode }) {
  return (
    <div className="grid min-h-dvh lg:grid-cols-2">
      <main className="flex flex-col px-5 py-8 sm:px-8">
        <Wordmark />
        <div className="mx-auto my-auto flex w-full max-w-[400px] flex-col gap-6 py-10">{children}</div>
      </main>
      <Suspense fallback={<div className="hidden border-l border-line bg-tint lg:block" />}>
        <MarketingPanel />
      </Suspense>
    </div>
  );
}

/** The open tab lives in `?action=`, so that a link can point at either. */
function Forms() {
  const [params, setParams] = useSearchParams();
  const action = params.get("action") === "register" ? "register" : "login";
  const choose = (value: string) => {
    const next = new URLSearchParams(params);
    next.set("action", value);
    next.delete("error");
    setParams(next, { replace: true });
  };
  return (
    <Tabs value={action} onValueChange={choose}>
      <TabsList variant="segmented" aria-label={auth.tabs}>
        <TabsTrigger value="login">{auth.login}</TabsTrigger>
        <TabsTrigger value="register">{auth.register}</TabsTrigger>
      </TabsList>
      <TabsContent value="login">
        <LoginForm />
      </TabsContent>
      <TabsContent value="register">
        <Suspense fallback={<div aria-hidden className="skeleton min-h-80 rounded-card bg-sunken" />}>
          <RegisterForm />
        </Suspense>
      </TabsContent>
    </Tabs>
  );
}
