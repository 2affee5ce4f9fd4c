"use client";

import { useQueryClient } from "@tanstack/react-query";
import { FailedPage } from "#components/ui/failed-page.tsx";
import { PageHeader } from "#components/ui/page-header.tsx";

type DashboardErrorProps = { error: unknown; retry: () => void };

/** Replaces a page of the dashboard that failed to render; the navigation keeps working. */
export default function DashboardError({ error, retry }: DashboardErrorProps) {
  const client = useQueryClient();
  const onRetry = () => {
    // The data of the page may be what it failed on.
    client.clear();
    retry();
  };
  return (
    <div role="alert" className="space-y-4">
      <PageHeader title="Something went wrong" />
      <FailedPage error={error} onRetry={onRetry} />
    </div>
  );
}
