import { switchWorkspace } from "@/api/team";

import { hardNavigate } from "./browser";
import { forgetBrand } from "./current-brand";
import { paths } from "./paths";
import { announceSession } from "./session-signal";

/** Acts in another workspace from now on: the page loads anew there, and the browser's other tabs follow. */
export async function enterWorkspace(
  userId: string,
  workspaceId: string,
  target: string = paths.dashboard,
): Promise<void> {
  await switchWorkspace(workspaceId);
  startAnew(userId, target);
}

/** After the server changed the workspace of this browser. */
export function startAnew(userId: string, target: string): void {
  forgetBrand();
  announceSession(userId);
  hardNavigate(target);
}
