"use client";

import { useQuery } from "@tanstack/react-query";
import type { ReactElement } from "react";
import { rpcQuery } from "#components/dashboard/data/queries.ts";
import type { Network } from "#components/dashboard/merchants/settlements/judge-address.ts";
import { ActionButton } from "#components/ui/action-button.tsx";
import { Problem } from "#components/ui/problem.tsx";
import { Skeleton } from "#components/ui/skeleton.tsx";

type WithNetworksProps = { children: (networks: readonly Network[]) => ReactElement };

/** Loads the networks that addresses are judged by. Shows no form without them, because it would accept any address. */
export function WithNetworks({ children }: WithNetworksProps) {
  const { data, error, isFetching, refetch } = useQuery(rpcQuery("merchants.networks", {}));
  if (data !== undefined) return children(data.networks);
  if (error === null) return <Skeleton className="h-64 w-full" />;
  return (
    <div className="space-y-3">
      <Problem>{error.message}</Problem>
      <ActionButton isBusy={isFetching} onClick={() => void refetch()}>
        Try again
      </ActionButton>
    </div>
  );
}
