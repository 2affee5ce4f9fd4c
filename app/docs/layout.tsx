import type { ReactNode } from "react";

// Only these pages have code enough for a font of its own; the second name is the one that plain `code` goes by.
const mono = "[--font-mono:GeistMono,ui-monospace,monospace] [--default-mono-font-family:var(--font-mono)]";

export default function DocsLayout({ children }: { children: ReactNode }) {
  return <div className={`${mono} flex grow flex-col`}>{children}</div>;
}
