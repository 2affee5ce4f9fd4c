import type { ReactNode } from "react";
import { PageFooter } from "#app/page-footer.tsx";

export default function CheckoutLayout({ children }: { children: ReactNode }) {
  return (
    <>
      <main className="flex grow flex-col items-center px-4 pt-6 has-data-flat:p-0 sm:px-6 sm:pt-[10vh] print:pt-0">
        {children}
      </main>
      <PageFooter />
    </>
  );
}
