import { GeistMono } from "geist/font/mono";
import type { ReactNode } from "react";

/** Only these pages have code enough for a font of its own. */
export default function DocsLayout({ children }: { children: ReactNode }) {
  return (
    <div
      className={`${GeistMono.variable} flex grow flex-col [--font-mono:var(--font-geist-mono),ui-monospace,monospace]`}
    >
      {children}
    </div>
  );
}
