import type { ReactNode } from "react";
import { paths } from "#components/dashboard/paths.ts";
import { EmptyState } from "#components/ui/empty-state.tsx";
import { TextLink } from "#components/ui/text-link.tsx";

/** Takes the place of a list of money in test mode. @param children what the page shows in live mode. */
export function LiveOnly({ title, children }: { title: string; children: ReactNode }) {
  return (
    <EmptyState title={title}>
      <p>
        Test payments move no money, so there is nothing to list here. {children} What became of a test payment's payout
        is on <TextLink href={paths.payments}>the payment's page</TextLink>.
      </p>
    </EmptyState>
  );
}
