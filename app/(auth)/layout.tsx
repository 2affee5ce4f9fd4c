import "#app/_styles/entry.css";
import type { ReactNode } from "react";
import { OperatorLine } from "#app/operator-line.tsx";
import { RootDocument, rootMetadata, rootViewport } from "#app/root-document.tsx";
import { Wordmark } from "#components/ui/wordmark.tsx";

export const metadata = rootMetadata;
export const viewport = rootViewport;

export default function AuthLayout({ children }: { children: ReactNode }) {
  return (
    <RootDocument>
      <main className="mx-auto flex w-full max-w-md grow flex-col gap-6 px-4 pt-[max(3rem,18vh)] pb-12">
        <a href="/" className="self-start text-2xl">
          <Wordmark />
        </a>
        {children}
      </main>
      <OperatorLine locale="en" className="mx-auto w-full max-w-md px-4 pb-4 text-sm text-ink-muted" />
    </RootDocument>
  );
}
