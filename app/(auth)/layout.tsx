import type { ReactNode } from "react";
import { Wordmark } from "#components/ui/wordmark.tsx";

export default function AuthLayout({ children }: { children: ReactNode }) {
  return (
    <main className="mx-auto flex w-full max-w-md grow flex-col justify-center gap-6 px-4 py-12">
      <a href="/" className="self-start text-2xl">
        <Wordmark />
      </a>
      {children}
    </main>
  );
}
