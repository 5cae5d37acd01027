import { Pause, Play } from "lucide-react";

import { Badge } from "@/components/ui/badge";
import { cn } from "@/lib/cn";
import { marketing } from "@/lib/messages/marketing";

import { AnswerCard, GapCard, GaugeCard } from "./marketing-cards";
import { useRotation } from "./rotation";

const cards = [
  { ...marketing.analyst, Miniature: GaugeCard },
  { ...marketing.monitor, Miniature: AnswerCard },
  { ...marketing.gaps, Miniature: GapCard },
];

/** Three miniatures of the product, one at a time. Hidden on small screens; hover, focus and reduced motion stop it. */
export function MarketingPanel() {
  const { index, show, paused, togglePause, hold, reduced } = useRotation(cards.length);
  return (
    <aside
      aria-roledescription="carousel"
      aria-label={marketing.region}
      onMouseEnter={() => hold(true)}
      onMouseLeave={() => hold(false)}
      onFocus={() => hold(true)}
      onBlur={() => hold(false)}
      className="hidden flex-col items-center justify-center gap-10 border-l border-line bg-tint px-10 py-12 lg:flex"
    >
      <div className="grid w-full max-w-[440px]">
        {cards.map(({ title, text, Miniature }, position) => (
          <section
            key={title}
            aria-roledescription="slide"
            aria-label={title}
            aria-hidden={position !== index}
            inert={position !== index}
            className={cn(
              "col-start-1 row-start-1 flex flex-col gap-7 transition-opacity duration-300",
              position === index ? "opacity-100" : "opacity-0",
            )}
          >
            <div className="relative flex min-h-[248px] flex-col justify-center rounded-card border border-line bg-surface p-6">
              <Badge className="absolute right-3 top-3">{marketing.example}</Badge>
              <Miniature />
            </div>
            <div>
              <h2 className="text-xl font-semibold">{title}</h2>
              <p className="mt-2 max-w-[46ch] text-lg text-ink-2">{text}</p>
            </div>
          </section>
        ))}
      </div>
      <div className="flex w-full max-w-[440px] items-center gap-1">
        {cards.map(({ title }, position) => (
          <button
            key={title}
            type="button"
            aria-label={marketing.show(title)}
            aria-current={position === index}
            onClick={() => show(position)}
            className="flex h-8 items-center px-1"
          >
            <span
              aria-hidden
              className={cn(
                "block h-1.5 rounded-full transition-all",
                position === index ? "w-8 bg-accent" : "w-4 bg-accent-line",
              )}
            />
          </button>
        ))}
        {reduced ? null : (
          <button
            type="button"
            aria-label={paused ? marketing.play : marketing.pause}
            onClick={togglePause}
            className="ml-auto inline-flex size-8 items-center justify-center rounded-button text-ink-2 hover:bg-hover hover:text-ink"
          >
            {paused ? <Play aria-hidden size={16} /> : <Pause aria-hidden size={16} />}
          </button>
        )}
      </div>
    </aside>
  );
}
