import { PageHeader } from "#components/ui/page-header.tsx";
import { Skeleton } from "#components/ui/skeleton.tsx";

export default function MerchantsLoading() {
  return (
    <>
      <PageHeader
        title="Merchants"
        about="Shops and businesses that receive payments, and their settlement destinations."
      />
      <Skeleton className="h-10 w-full max-w-sm" />
      <Skeleton className="h-80 w-full" />
    </>
  );
}
