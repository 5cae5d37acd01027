import { useEffect, useRef } from "react";
import { NavigationType, useLocation, useNavigationType } from "react-router";

import { addressOfView, screenAt, viewPart, type SavedView } from "@/api/views";
import { useNavigate } from "@/lib/navigation";

/**
 * Shows the reader's first view of a screen they come to from elsewhere without filters.
 * A reload, a copied address, back and forward, and filters cleared on the spot keep what they say.
 */
export function useFirstView(views: readonly SavedView[] | undefined): void {
  const location = useLocation();
  const type = useNavigationType();
  const navigate = useNavigate();
  const visit = useRef({ pathname: "", arrival: "" });
  useEffect(() => {
    if (visit.current.pathname !== location.pathname)
      visit.current = { pathname: location.pathname, arrival: type === NavigationType.Push ? location.key : "" };
    const params = new URLSearchParams(location.search);
    if (!views || visit.current.arrival !== location.key || viewPart(params)) return;
    visit.current.arrival = "";
    const first = views.find(({ isDefault, screen }) => isDefault && screen === screenAt(location.pathname));
    if (first?.query) void navigate(addressOfView(first, params.get("brand")), { replace: true });
  }, [views, location, type, navigate]);
}
