"use client";

import { useRouter } from "next/navigation";
import { SecondFactorSteps } from "#components/dashboard/account/enrol-second-factor.tsx";
import { DataProvider } from "#components/dashboard/data/data-provider.tsx";

/** Sets up the second factor that the member's company requires, and continues to the page that the member wanted. */
export function RequiredSecondFactor({ next }: { next: string }) {
  const router = useRouter();
  return (
    <DataProvider>
      <SecondFactorSteps onDone={() => router.push(next)} />
    </DataProvider>
  );
}
