import "#app/_styles/buyer.css";
import type { ReactNode } from "react";
import { PageFooter } from "#app/page-footer.tsx";
import { RootDocument, rootMetadata, rootViewport } from "#app/root-document.tsx";

export const metadata = rootMetadata;
export const viewport = rootViewport;

export default function CheckoutLayout({ children }: { children: ReactNode }) {
  return (
    <RootDocument>
      <main className="flex grow flex-col items-center px-4 pt-6 has-data-flat:p-0 sm:px-6 sm:pt-[10vh] print:pt-0">
        {children}
      </main>
      <PageFooter />
    </RootDocument>
  );
}
