/** Ways to another address that name the brand in view. The router's own are refused by the linter everywhere else. */
export { AppRouter } from "./app-router";
export { Link, Navigate, type LinkProps } from "./links";
export { NavLink } from "./nav-link";
export { NamedBrand } from "./named-brand";
export { useNavigate, useSearchParams } from "./use-navigate";
