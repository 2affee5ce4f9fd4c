"use client";

import { useMutation, useQueryClient } from "@tanstack/react-query";
import { refetchQueries } from "#components/dashboard/data/queries.ts";
import { type RpcError, sendMutation } from "#components/dashboard/data/rpc-client.ts";
import { useStepUp } from "#components/dashboard/data/step-up.tsx";
import type { MutationInput, MutationName, MutationOutput, QueryName } from "#lib/dashboard/rpc/contract.ts";

/**
 * A mutation of the dashboard. It never retries by itself; `changes` names the queries to refetch when it
 * succeeds, when it is refused because the page is out of date, and when it may have succeeded without an
 * answer. With `isSequential`, calls are sent one after the other, so that the last one counts.
 */
export function useRpcMutation<Name extends MutationName>(
  name: Name,
  changes: readonly QueryName[] = [],
  { isSequential = false } = {},
) {
  const client = useQueryClient();
  const stepUp = useStepUp();
  return useMutation<MutationOutput<Name>, RpcError, MutationInput<Name>>({
    mutationFn: (input) => stepUp(() => sendMutation(name, input)),
    onSuccess: () => refetchQueries(client, changes),
    onError: ({ code, isRefusal }) => {
      if (code === "version_conflict" || !isRefusal) void refetchQueries(client, changes);
    },
    retry: false,
    ...(isSequential && { scope: { id: name } }),
  });
}
