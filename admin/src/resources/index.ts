import type { AnyDefinition } from "@/components/definition"; export const DEFINITIONS: AnyDefinition[] = []; export const MENU: { title: string; resources: string[] }[] = [];
