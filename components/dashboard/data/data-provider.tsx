"use client";

import { QueryClient, QueryClientProvider } from "@tanstack/react-query";
import { type ReactNode, useLayoutEffect, useState } from "react";
import { RpcError, showMember } from "#components/dashboard/data/rpc-client.ts";
import { StepUp } from "#components/dashboard/data/step-up.tsx";

const freshMs = 5_000;

type DataProviderProps = { userId: string; isTest: boolean; children: ReactNode };

/**
 * Provides the query cache of the pages below, which lasts for a visit of one member in one mode: give it
 * both as its key, too.
 */
export function DataProvider({ userId, isTest, children }: DataProviderProps) {
  const [client] = useState(createClient);
  // Before the effects in which the queries below are fetched.
  useLayoutEffect(() => {
    showMember({ userId, isTest });
    return () => showMember(null);
  }, [userId, isTest]);
  return (
    <QueryClientProvider client={client}>
      <StepUp>{children}</StepUp>
    </QueryClientProvider>
  );
}

function createClient(): QueryClient {
  // Only server and network failures are worth a retry: a refused request would be refused again.
  const retry = (count: number, error: Error) => count < 2 && !(error instanceof RpcError && error.isRefusal);
  // By default, a mutation without a connection waits for one, and is then sent when the member no longer
  // expects it. It fails instead.
  const networkMode = "always";
  return new QueryClient({
    defaultOptions: {
      queries: { staleTime: freshMs, retry, networkMode, refetchOnReconnect: true },
      mutations: { networkMode },
    },
  });
}
