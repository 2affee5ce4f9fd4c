import { Skeleton } from "#components/ui/skeleton.tsx";

export default function MerchantLoading() {
  return (
    <div className="space-y-6">
      <Skeleton className="h-16 w-full max-w-md" />
      <Skeleton className="h-20 w-full" />
      <Skeleton className="h-48 w-full" />
      <Skeleton className="h-48 w-full" />
    </div>
  );
}
