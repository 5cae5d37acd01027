import { signed } from "@/lib/format";

/** Signed with one decimal: "+3.2", "−0.4", "0". */
export const oneDecimal = (points: number) => signed(Math.round(points * 10) / 10);
