import { useEffect, useState, type ComponentType } from "react";

import { common } from "@/lib/messages/common";
import { toast } from "@/lib/toast";

/** What opens over the page and can be closed again. */
export type PartProps = { onClose: () => void };

/**
 * A panel, drawer or dialog that is fetched when it is first wanted. When it cannot be fetched (no connection)
 * it says so and closes, and the next try asks again; React's own `lazy` would take the whole screen down.
 */
export function lazyPart<P extends PartProps>(load: () => Promise<ComponentType<P>>) {
  let known: ComponentType<P> | null = null;
  const fetch = async () => (known ??= await load());

  function Part(props: P) {
    const [Loaded, setLoaded] = useState(() => known);
    const { onClose } = props;
    useEffect(() => {
      if (Loaded) return;
      let gone = false;
      fetch().then(
        (component) => (gone ? undefined : setLoaded(() => component)),
        () => {
          toast({ variant: "destructive", title: common.partMissing });
          onClose();
        },
      );
      return () => {
        gone = true;
      };
    }, [Loaded, onClose]);
    return Loaded ? <Loaded {...props} /> : null;
  }

  /** Fetches ahead, when the pointer or the focus comes near. */
  Part.prefetch = async () => void (await fetch().catch(() => undefined));
  return Part;
}
