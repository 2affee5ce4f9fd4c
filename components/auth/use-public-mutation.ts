"use client";

import { useState } from "react";
import { postJson, RpcError } from "#components/dashboard/data/rpc-client.ts";
import type { PublicMutationInput, PublicMutationName, PublicMutationOutput } from "#lib/dashboard/rpc/contract.ts";

/**
 * A mutation that needs no session. `send` resolves to null on failure, which `error` then explains. After a
 * success it stays busy, because another page follows, until `release` is called.
 */
export function usePublicMutation<Name extends PublicMutationName>(name: Name) {
  const [isBusy, setIsBusy] = useState(false);
  const [error, setError] = useState<RpcError | null>(null);
  const send = async (input: PublicMutationInput<Name>): Promise<PublicMutationOutput<Name> | null> => {
    setIsBusy(true);
    setError(null);
    try {
      return await postJson<PublicMutationOutput<Name>>(`/enter/${name}`, input);
    } catch (caught) {
      setIsBusy(false);
      if (!(caught instanceof RpcError)) throw caught;
      setError(caught);
      return null;
    }
  };
  return { send, isBusy, error, release: () => setIsBusy(false) };
}
