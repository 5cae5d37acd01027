/** Ways to another address that name the brand in view. The router's own are refused by the linter everywhere else. */
export { AppRouter } from "./app-router";
export { Link, Navigate, NavLink, type LinkProps } from "./links";
export { NamedBrand } from "./named-brand";
export { useNavigate, useSearchParams } from "./use-navigate";
