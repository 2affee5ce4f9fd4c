"use client";

import { FailedPage } from "#components/ui/failed-page.tsx";
import { Notice } from "#components/ui/notice.tsx";

type ErrorPageProps = { error: unknown; retry: () => void };

/** Replaces a page that failed to render, and has no frame of its own that still stands. */
export function ErrorPage({ error, retry }: ErrorPageProps) {
  return (
    <main className="flex grow flex-col items-center justify-center px-4 py-10">
      <Notice title="Something went wrong">
        <FailedPage error={error} onRetry={retry} />
      </Notice>
    </main>
  );
}
