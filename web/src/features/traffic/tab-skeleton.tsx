import { Skeleton } from "@/components/ui/skeleton";

/** A tab before its numbers are known. */
export function TabSkeleton() {
  return (
    <div aria-busy className="flex flex-col gap-4">
      <Skeleton className="h-10" />
      <Skeleton className="h-24" />
      <Skeleton className="h-80" />
    </div>
  );
}
