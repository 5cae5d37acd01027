import type { Ref } from "react";
import {
  Link as RouterLink,
  Navigate as RouterNavigate,
  NavLink as RouterNavLink,
  useLocation,
  type LinkProps,
  type NavigateProps,
  type NavLinkProps,
} from "react-router";

import { useWithBrand } from "./named-brand";

export type { LinkProps };
type Anchor = { ref?: Ref<HTMLAnchorElement> };

export function Link({ to, ...rest }: LinkProps & Anchor) {
  useLocation(); // a target of parameters alone belongs to the page the reader is on
  return <RouterLink {...rest} to={useWithBrand()(to)} />;
}

export function NavLink({ to, ...rest }: NavLinkProps & Anchor) {
  useLocation();
  return <RouterNavLink {...rest} to={useWithBrand()(to)} />;
}

export function Navigate({ to, ...rest }: NavigateProps) {
  return <RouterNavigate {...rest} to={useWithBrand()(to)} />;
}
