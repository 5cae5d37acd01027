import { createContext, useContext, useId, type ComponentProps, type KeyboardEvent } from "react";

import { cn } from "@/lib/cn";

type TabsState = { id: string; value: string; choose: (value: string) => void };
const TabsContext = createContext<TabsState | null>(null);

function useTabs(): TabsState {
  const tabs = useContext(TabsContext);
  if (!tabs) throw new Error("Tab parts belong inside Tabs");
  return tabs;
}

type TabsProps = Omit<ComponentProps<"div">, "onChange"> & { value: string; onValueChange: (value: string) => void };

/** Our own instead of a library's: the sign-in screen needs tabs, and its first load is budgeted. */
export function Tabs({ value, onValueChange, ...rest }: TabsProps) {
  const id = useId();
  return (
    <TabsContext value={{ id, value, choose: onValueChange }}>
      <div {...rest} />
    </TabsContext>
  );
}

const STEPS: Record<string, number> = { ArrowRight: 1, ArrowLeft: -1 };

/** Arrow keys, Home and End move and choose, as the tabs pattern asks; in right-to-left text the arrows turn round. */
function walk(event: KeyboardEvent<HTMLDivElement>): void {
  const list = event.currentTarget;
  const tabs = [...list.querySelectorAll<HTMLButtonElement>("[role=tab]:not(:disabled)")];
  const at = tabs.findIndex((tab) => tab === document.activeElement);
  if (at < 0) return;
  const turned = getComputedStyle(list).direction === "rtl" ? -1 : 1;
  const step = (STEPS[event.key] ?? 0) * turned;
  const next =
    event.key === "Home"
      ? 0
      : event.key === "End"
        ? tabs.length - 1
        : step
          ? (at + step + tabs.length) % tabs.length
          : null;
  if (next === null) return;
  event.preventDefault();
  tabs[next]?.focus();
  tabs[next]?.click();
}

/** `segmented` is a two-way switch inside a form; `line` divides a screen. */
export function TabsList({
  variant = "line",
  className,
  ...rest
}: ComponentProps<"div"> & { variant?: "line" | "segmented" }) {
  return (
    // eslint-disable-next-line jsx-a11y/interactive-supports-focus -- its tabs take the focus, one at a time
    <div
      role="tablist"
      aria-orientation="horizontal"
      onKeyDown={walk}
      data-variant={variant}
      className={cn(
        "group/tabs flex",
        variant === "segmented"
          ? "gap-1 rounded-field border border-line bg-sunken p-1"
          : "gap-6 overflow-x-auto border-b border-line",
        className,
      )}
      {...rest}
    />
  );
}

export function TabsTrigger({ value, className, ...rest }: ComponentProps<"button"> & { value: string }) {
  const tabs = useTabs();
  const active = tabs.value === value;
  return (
    <button
      type="button"
      role="tab"
      id={`${tabs.id}-tab-${value}`}
      aria-selected={active}
      aria-controls={active ? `${tabs.id}-panel-${value}` : undefined}
      tabIndex={active ? 0 : -1}
      data-state={active ? "active" : "inactive"}
      onClick={() => tabs.choose(value)}
      className={cn(
        "whitespace-nowrap font-medium text-ink-2 transition-colors hover:text-ink data-[state=active]:text-ink",
        "group-data-[variant=segmented]/tabs:h-9 group-data-[variant=segmented]/tabs:flex-1 group-data-[variant=segmented]/tabs:rounded-button",
        "group-data-[variant=segmented]/tabs:border group-data-[variant=segmented]/tabs:border-transparent",
        "group-data-[variant=segmented]/tabs:data-[state=active]:border-line group-data-[variant=segmented]/tabs:data-[state=active]:bg-raised",
        "group-data-[variant=line]/tabs:-outline-offset-2", // the list scrolls, and would cut it off
        "group-data-[variant=line]/tabs:-mb-px group-data-[variant=line]/tabs:h-10 group-data-[variant=line]/tabs:border-b-2",
        "group-data-[variant=line]/tabs:border-transparent group-data-[variant=line]/tabs:data-[state=active]:border-accent",
        className,
      )}
      {...rest}
    />
  );
}

/** Only the chosen panel is on the page. */
export function TabsContent({ value, className, ...rest }: ComponentProps<"div"> & { value: string }) {
  const tabs = useTabs();
  if (tabs.value !== value) return null;
  return (
    <div
      role="tabpanel"
      id={`${tabs.id}-panel-${value}`}
      aria-labelledby={`${tabs.id}-tab-${value}`}
      tabIndex={0}
      className={cn("pt-5", className)}
      {...rest}
    />
  );
}
