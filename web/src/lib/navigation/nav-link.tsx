import type { Ref } from "react";
import { NavLink as RouterNavLink, useLocation, type NavLinkProps } from "react-router";

import { useCompletedTarget } from "./target";

/** A Link that knows whether it leads to where the reader is. */
export function NavLink({ to, ...rest }: NavLinkProps & { ref?: Ref<HTMLAnchorElement> }) {
  useLocation();
  return <RouterNavLink {...rest} to={useCompletedTarget()(to)} />;
}
