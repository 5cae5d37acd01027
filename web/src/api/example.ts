import { send } from "./client";

/** Opens the reader's example, the workspace this browser acts in from then on. */
export const openExample = () => send("POST", "/api/v1/example");
/** Removes it; the browser is back where it was opened. */
export const removeExample = () => send("DELETE", "/api/v1/example");
