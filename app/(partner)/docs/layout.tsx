import type { ReactNode } from "react";

// Only these pages show enough code to load a monospace font. The second variable is the default font of `code`.
const mono = "[--font-mono:GeistMono,ui-monospace,monospace] [--default-mono-font-family:var(--font-mono)]";

export default function DocsLayout({ children }: { children: ReactNode }) {
  return <div className={`${mono} flex grow flex-col`}>{children}</div>;
}
