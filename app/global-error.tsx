"use client";

import "./globals.css";
import ErrorPage from "#app/error.tsx";

type GlobalErrorProps = { error: unknown; retry: () => void };

/** Replaces the root layout when that failed itself. */
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
