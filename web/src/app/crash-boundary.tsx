import { Component, type ErrorInfo, type ReactNode } from "react";
import { useRouteError } from "react-router";

import { Alert } from "@/components/ui/alert";
import { Button } from "@/components/ui/button";
import { log } from "@/lib/log";
import { app } from "@/lib/messages/app";

/** The last resort, outside the router: a page that cannot render says so and offers a reload. */
export class CrashBoundary extends Component<{ children: ReactNode }, { crashed: boolean }> {
  override state = { crashed: false };

  static getDerivedStateFromError(): { crashed: boolean } {
    return { crashed: true };
  }

  override componentDidCatch(error: unknown, info: ErrorInfo): void {
    log.crash(error ?? info);
  }

  override render(): ReactNode {
    return this.state.crashed ? <CrashScreen /> : this.props.children;
  }
}

/** The same for a screen inside the router; the frame around it stays. */
export function RouteCrash() {
  log.crash(useRouteError());
  return <CrashScreen />;
}

function CrashScreen() {
  return (
    <main className="mx-auto flex min-h-[60dvh] w-full max-w-lg items-center px-4">
      <Alert
        kind="error"
        title={app.crashTitle}
        className="w-full"
        action={
          <Button variant="secondary" size="sm" onClick={() => window.location.reload()}>
            {app.reload}
          </Button>
        }
      >
        {app.crashText}
      </Alert>
    </main>
  );
}
