import type { Metadata } from "next";
import { Notice } from "#components/ui/notice.tsx";
import { TextLink } from "#components/ui/text-link.tsx";

export const metadata: Metadata = { title: "Page not found" };

export default function NotFound() {
  return (
    <main className="flex grow flex-col items-center justify-center px-4 py-10">
      <Notice title="Page not found">
        <p>
          Check that you copied the whole link, or open the <TextLink href="/">start page</TextLink>.
        </p>
      </Notice>
    </main>
  );
}
