"use client";

import "./_styles/entry.css";
import { ErrorPage } from "#components/ui/error-page.tsx";

type GlobalErrorProps = { error: unknown; retry: () => void };

/** Replaces a root layout that failed itself. */
export default function GlobalError(props: GlobalErrorProps) {
  return (
    <html lang="en">
      <body className="flex min-h-dvh flex-col font-sans antialiased">
        <title>Something went wrong · Till</title>
        <ErrorPage {...props} />
      </body>
    </html>
  );
}
