import "#app/_styles/partner.css";
import type { ReactNode } from "react";
import { RootDocument, rootMetadata, rootViewport } from "#app/root-document.tsx";

export const metadata = rootMetadata;
export const viewport = rootViewport;

// Only these pages show enough code to load a monospace font. The second variable is the default font of `code`.
const mono = "[--font-mono:GeistMono,ui-monospace,monospace] [--default-mono-font-family:var(--font-mono)]";

export default function DocsLayout({ children }: { children: ReactNode }) {
  return (
    <RootDocument>
      <div className={`${mono} flex grow flex-col`}>{children}</div>
    </RootDocument>
  );
}
