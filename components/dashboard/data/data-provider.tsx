"use client";

import { QueryClient, QueryClientProvider } from "@tanstack/react-query";
import { type ReactNode, useState } from "react";
import { RpcError } from "#components/dashboard/data/rpc-client.ts";

const freshMs = 5_000;

/** What the pages below have read, kept for the time of a visit. */
export function DataProvider({ children }: { children: ReactNode }) {
  const [client] = useState(createClient);
  return <QueryClientProvider client={client}>{children}</QueryClientProvider>;
}

function createClient(): QueryClient {
  // What the server refuses it refuses again; what did not arrive may arrive the next time.
  const retry = (count: number, error: Error) => count < 2 && !(error instanceof RpcError && error.status < 500);
  return new QueryClient({ defaultOptions: { queries: { staleTime: freshMs, retry } } });
}
