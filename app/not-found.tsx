import type { Metadata } from "next";
import { Notice } from "#components/ui/notice.tsx";

export const metadata: Metadata = { title: "Nothing here" };

export default function NotFound() {
  return (
    <main className="flex grow flex-col items-center justify-center px-4 py-10">
      <Notice title="There is nothing at this address">
        <p>If you came by a payment link, it may be incomplete. Open it again as you received it, all of it.</p>
      </Notice>
    </main>
  );
}
