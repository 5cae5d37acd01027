import { useQuery } from "@tanstack/react-query";
import { useDataProvider } from "react-admin";

import type { AttentionOut } from "@/api/generated";

import type { ConsoleDataProvider } from "./dataProvider";

const EVERY_MS = 30_000;

export type Severity = AttentionOut["items"][number]["severity"];
export type AttentionItem = AttentionOut["items"][number];

/** What needs somebody, worst first, and today's figures; one reading for the menu and the first page. */
export function useAttention() {
  const provider = useDataProvider<ConsoleDataProvider>();
  return useQuery({
    queryKey: ["attention"],
    queryFn: async ({ signal }) => (await provider.read<AttentionOut>("/attention", signal)).data,
    refetchInterval: EVERY_MS,
  });
}
