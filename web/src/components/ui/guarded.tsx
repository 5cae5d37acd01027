import { QueryClientContext, useQueryClient, type QueryClient } from "@tanstack/react-query";
import { Children, Component, createContext, useContext, useState, type ErrorInfo, type ReactNode } from "react";

import { log } from "@/lib/log";
import { common } from "@/lib/messages/common";

import { Alert } from "./alert";
import { Button } from "./button";

/** Asks anew for what a part is given to draw. */
type Refetch = () => unknown;

/** Each child by itself: one that cannot be shown says so in its place, and the others stay. */
export function Guarded({ children, refetch }: { children: ReactNode; refetch?: Refetch }) {
  return Children.map(children, (child) =>
    child === null || typeof child === "boolean" ? child : <Guard refetch={refetch}>{child}</Guard>,
  );
}

/** The same for what is drawn from one answer. */
export function GuardedData<T>({ refetch, ...props }: { data: T; children: (data: T) => ReactNode; refetch: Refetch }) {
  return (
    <Guard refetch={refetch}>
      <Drawn {...props} />
    </Guard>
  );
}

/** Drawn apart, so that an answer it cannot read fails inside its guard. */
const Drawn = <T,>({ data, children }: { data: T; children: (data: T) => ReactNode }) => children(data);

/** How what surrounds a part asks for what it hands down. */
const Given = createContext<Refetch | undefined>(undefined);

function Guard({ children, refetch: own }: { children: ReactNode; refetch: Refetch | undefined }) {
  const client = useQueryClient();
  const around = useContext(Given);
  const refetch = own ?? around;
  const [{ watched, asked }] = useState(() => watch(client));
  // What the failed part asked for and was given is asked for again, and what nobody else shows is forgotten; the rest
  // of the screen stays as it is.
  const refresh = async () => {
    const its = ({ queryHash }: { queryHash: string }) => asked.has(queryHash);
    client.removeQueries({ type: "inactive", predicate: its });
    await Promise.all([refetch?.(), client.refetchQueries({ type: "active", predicate: its })]);
    await new Promise((done) => setTimeout(done)); // whoever hands something down is drawn anew first
  };
  return (
    <Given value={refetch}>
      <QueryClientContext value={watched}>
        <Boundary refresh={refresh}>{children}</Boundary>
      </QueryClientContext>
    </Given>
  );
}

/** The client as it is, which remembers the queries that are asked through it. */
function watch(client: QueryClient): { watched: QueryClient; asked: Set<string> } {
  const asked = new Set<string>();
  const defaultQueryOptions: QueryClient["defaultQueryOptions"] = (options) => {
    const full = client.defaultQueryOptions(options);
    asked.add(full.queryHash);
    return full;
  };
  const watched = new Proxy(client, {
    get(target, name) {
      if (name === "defaultQueryOptions") return defaultQueryOptions;
      const value: unknown = Reflect.get(target, name, target);
      return typeof value === "function" ? (value.bind(target) as unknown) : value;
    },
  });
  return { watched, asked };
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
      <Button variant="secondary" size="sm" pending={this.state.pending} onClick={this.retry}>
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
