import type { ReactNode } from "react";
import { Wordmark } from "#components/ui/wordmark.tsx";

export default function CheckoutLayout({ children }: { children: ReactNode }) {
  return (
    <>
      <main className="flex grow flex-col items-center px-4 pt-6 sm:justify-center sm:px-6 sm:pt-10">{children}</main>
      <footer className="px-6 py-6 text-center text-sm text-ink-muted">
        <Wordmark />
      </footer>
    </>
  );
}
