import type { ReactNode } from "react";

import { ChartExamples } from "./chart-examples";
import { FormExamples } from "./form-examples";
import { LayerExamples } from "./layer-examples";
import { WordExamples } from "./word-examples";

const themes = ["light", "dark"] as const;
const parts: { title: string; part: ReactNode }[] = [
  { title: "Buttons, badges, alerts", part: <WordExamples /> },
  { title: "Forms", part: <FormExamples /> },
  { title: "Charts", part: <ChartExamples /> },
  { title: "Layers", part: <LayerExamples /> },
];

/**
 * Every component of `components/ui` and `components/charts` in each of its states, both themes side by side.
 * Development only.
 */
export function GalleryScreen() {
  return (
    <main>
      <h1 className="sr-only">Component gallery</h1>
      <div className="grid xl:grid-cols-2">
        {themes.map((theme) => (
          <div key={theme} data-theme={theme} className="flex flex-col gap-10 bg-canvas p-6 text-ink">
            {parts.map(({ title, part }) => (
              <section key={title} aria-label={`${title}, ${theme}`} className="flex flex-col gap-4">
                <h2 className="border-b border-line pb-2 text-lg font-semibold">{title}</h2>
                {part}
              </section>
            ))}
          </div>
        ))}
      </div>
    </main>
  );
}
