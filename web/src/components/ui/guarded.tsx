import { useQueryClient } from "@tanstack/react-query";
import { Children, Component, type ErrorInfo, type ReactNode } from "react";

import { log } from "@/lib/log";
import { common } from "@/lib/messages/common";

import { Alert } from "./alert";
import { Button } from "./button";

/** Each child by itself: one that cannot be shown says so in its place, and the others stay. */
export function Guarded({ children }: { children: ReactNode }) {
  return Children.map(children, (child) => (child === null || typeof child === "boolean" ? child : <Guard>{child}</Guard>));
}

/** The same for what is drawn from one answer. */
export function GuardedData<T>(props: { data: T; children: (data: T) => ReactNode }) {
  return (
    <Guard>
      <Drawn {...props} />
    </Guard>
  );
}

/** Drawn apart, so that an answer it cannot read fails inside its guard. */
const Drawn = <T,>({ data, children }: { data: T; children: (data: T) => ReactNode }) => children(data);

function Guard({ children }: { children: ReactNode }) {
  const client = useQueryClient();
  // What is mounted is asked for again; what only the failed part had asked for is forgotten.
  const refresh = async () => {
    client.removeQueries({ type: "inactive" });
    await client.refetchQueries({ type: "active" });
  };
  return <Boundary refresh={refresh}>{children}</Boundary>;
}

type BoundaryProps = { refresh: () => Promise<void>; children: ReactNode };
type BoundaryState = { failed: boolean; pending: boolean };

class Boundary extends Component<BoundaryProps, BoundaryState> {
  override state: BoundaryState = { failed: false, pending: false };

  static getDerivedStateFromError(): BoundaryState {
    return { failed: true, pending: false };
  }

  override componentDidCatch(error: unknown, info: ErrorInfo): void {
    log.crash(error ?? info);
  }

  retry = () => {
    this.setState({ failed: true, pending: true });
    void this.props.refresh().finally(() => this.setState({ failed: false, pending: false }));
  };

  override render(): ReactNode {
    if (!this.state.failed) return this.props.children;
    const again = (
      <Button look="secondary" size="sm" pending={this.state.pending} onClick={this.retry}>
        {common.retry}
      </Button>
    );
    return (
      <Alert kind="error" title={common.partFailed} action={again}>
        {common.partFailedText}
      </Alert>
    );
  }
}
