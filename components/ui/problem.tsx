import type { ReactNode } from "react";

/** An error message, announced by screen readers immediately. */
export function Problem({ children }: { children: ReactNode }) {
  return (
    <p role="alert" className="rounded-lg bg-critical-wash px-4 py-3 text-sm text-critical">
      {children}
    </p>
  );
}
