import type { Ref } from "react";
import {
  Link as RouterLink,
  Navigate as RouterNavigate,
  useLocation,
  type LinkProps,
  type NavigateProps,
} from "react-router";

import { useCompletedTarget } from "./target";

export type { LinkProps };

export function Link({ to, ...rest }: LinkProps & { ref?: Ref<HTMLAnchorElement> }) {
  useLocation(); // a target of parameters alone belongs to the page the reader is on
  return <RouterLink {...rest} to={useCompletedTarget()(to)} />;
}

export function Navigate({ to, ...rest }: NavigateProps) {
  return <RouterNavigate {...rest} to={useCompletedTarget()(to)} />;
}
