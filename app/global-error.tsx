"use client";

import "./_styles/failure.css";
import { ErrorPage } from "#components/ui/error-page.tsx";

type GlobalErrorProps = { error: unknown; retry: () => void };

/** Replaces a root layout that failed itself. */
export default function GlobalError(props: GlobalErrorProps) {
  return (
    <html lang="en">
      <body>
        <title>Something went wrong · Till</title>
        <ErrorPage {...props} />
      </body>
    </html>
  );
}
