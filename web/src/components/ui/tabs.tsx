import { Tabs as Primitive } from "radix-ui";
import type { ComponentProps } from "react";

import { cn } from "@/lib/cn";

export const Tabs = Primitive.Root;

/** `segmented` is a two-way switch inside a form; `line` divides a screen. */
export function TabsList({ look = "line", className, ...rest }: ComponentProps<typeof Primitive.List> & { look?: "line" | "segmented" }) {
  return (
    <Primitive.List
      data-look={look}
      className={cn(
        "group/tabs flex",
        look === "segmented" ? "gap-1 rounded-field border border-line bg-sunken p-1" : "gap-6 overflow-x-auto border-b border-line",
        className,
      )}
      {...rest}
    />
  );
}

export function TabsTrigger({ className, ...rest }: ComponentProps<typeof Primitive.Trigger>) {
  return (
    <Primitive.Trigger
      className={cn(
        "whitespace-nowrap font-medium text-ink-2 transition-colors hover:text-ink data-[state=active]:text-ink",
        "group-data-[look=segmented]/tabs:h-9 group-data-[look=segmented]/tabs:flex-1 group-data-[look=segmented]/tabs:rounded-button",
        "group-data-[look=segmented]/tabs:border group-data-[look=segmented]/tabs:border-transparent",
        "group-data-[look=segmented]/tabs:data-[state=active]:border-line group-data-[look=segmented]/tabs:data-[state=active]:bg-raised",
        "group-data-[look=line]/tabs:-mb-px group-data-[look=line]/tabs:h-10 group-data-[look=line]/tabs:border-b-2",
        "group-data-[look=line]/tabs:border-transparent group-data-[look=line]/tabs:data-[state=active]:border-accent",
        className,
      )}
      {...rest}
    />
  );
}

export function TabsContent({ className, ...rest }: ComponentProps<typeof Primitive.Content>) {
  return <Primitive.Content className={cn("pt-5", className)} {...rest} />;
}
