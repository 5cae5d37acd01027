import { createContext, useContext } from "react";
import { useResourceContext } from "react-admin";

import type { AnyDefinition } from "./definition";

/** All definitions by name, so that a related list can draw another resource's columns. */
export const Registry = createContext<ReadonlyMap<string, AnyDefinition>>(new Map());

/** The definition of a resource; of the surrounding one without a name. */
export function useDefinition(name?: string): AnyDefinition {
  const here = useResourceContext();
  const found = useContext(Registry).get(name ?? here ?? "");
  if (!found) throw new Error(`No resource is called ${name ?? here}`);
  return found;
}
