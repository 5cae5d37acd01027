import { createContext, useContext } from "react";
import type { To } from "react-router";

/** Completes a target, as seen from where the reader is when it is called; NamedBrand gives the brand to it. */
export type Completed = (to: To) => To;

export const CompletedContext = createContext<Completed>((to) => to);

export const useCompletedTarget = () => useContext(CompletedContext);
