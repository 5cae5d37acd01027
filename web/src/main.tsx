import "./index.css";

import { StrictMode } from "react";
import { createRoot } from "react-dom/client";

import { App } from "@/app/app";
import { watchConnection } from "@/lib/connection";
import { watchRelease } from "@/lib/release";
import { watchTheme } from "@/lib/theme";
import { whenIdle } from "@/lib/when-idle";

const root = document.getElementById("root");
if (!root) throw new Error("index.html has no #root");

watchTheme();
watchConnection();
watchRelease();
whenIdle(async () => (await import("@/lib/vitals")).watchVitals());
createRoot(root).render(
  <StrictMode>
    <App />
  </StrictMode>,
);
