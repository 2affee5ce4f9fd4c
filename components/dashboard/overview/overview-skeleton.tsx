import { Skeleton } from "#components/ui/skeleton.tsx";

/** The loading state of the overview, at its final size. */
export function OverviewSkeleton() {
  return (
    <div className="space-y-6" role="status" aria-label="Loading figures">
      <div className="space-y-3">
        <Skeleton className="h-5 w-64" />
        <div className="grid gap-px overflow-hidden rounded-xl border border-line bg-line sm:grid-cols-2 xl:grid-cols-[repeat(auto-fit,minmax(11rem,1fr))]">
          {["volume", "payments", "success", "customers", "unsettled"].map((each) => (
            <div key={each} className="space-y-2 bg-surface px-5 py-4">
              <Skeleton className="h-4 w-24" />
              <Skeleton className="h-7 w-36" />
              <Skeleton className="h-4 w-40" />
            </div>
          ))}
        </div>
      </div>
      <Skeleton className="h-90 w-full rounded-xl" />
      <div className="grid gap-6 md:grid-cols-2">
        <Skeleton className="h-48 rounded-xl" />
        <Skeleton className="h-48 rounded-xl" />
      </div>
    </div>
  );
}
