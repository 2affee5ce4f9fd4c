import "#app/_styles/partner.css";
import type { Metadata } from "next";
import { RootDocument, rootViewport } from "#app/root-document.tsx";
import { Notice } from "#components/ui/notice.tsx";
import { TextLink } from "#components/ui/text-link.tsx";

export const viewport = rootViewport;
export const metadata: Metadata = { title: "Page not found · Till" };

/** Answers every path that no page has. */
export default function NotFound() {
  return (
    <RootDocument>
      <main className="flex grow flex-col items-center justify-center px-4 py-10">
        <Notice title="Page not found">
          <p>
            Check that you copied the whole link, or open the <TextLink href="/">start page</TextLink>.
          </p>
        </Notice>
      </main>
    </RootDocument>
  );
}
