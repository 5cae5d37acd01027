import "@fontsource-variable/inter";

import { StrictMode } from "react";
import { createRoot } from "react-dom/client";

import { watchForPeople } from "./api/presence";
import { App } from "./App";

watchForPeople();
createRoot(document.getElementById("root")!).render(
  <StrictMode>
    <App />
  </StrictMode>,
);
