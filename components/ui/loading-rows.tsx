import { Skeleton } from "#components/ui/skeleton.tsx";

/** The placeholder of a list whose rows are loading. @param label announced to screen readers, such as "Loading payments". */
export function LoadingRows({ label }: { label: string }) {
  return (
    <div role="status">
      <span className="sr-only">{label}</span>
      {Array.from({ length: 6 }, (_, at) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: the placeholders are identical.
        <div key={at} className="flex h-18 items-center gap-6 border-b border-line px-4 sm:h-12">
          <Skeleton className="h-4 w-28" />
          <Skeleton className="h-4 w-40" />
          <Skeleton className="ml-auto h-4 w-20" />
        </div>
      ))}
    </div>
  );
}
