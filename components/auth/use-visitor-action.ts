"use client";

import { useState } from "react";
import { DataError, post } from "#components/dashboard/data/ask.ts";
import type { VisitorActionInput, VisitorActionName, VisitorActionOutput } from "#lib/dashboard/wire.ts";

const unreachable = {
  error: { code: "internal_error", message: "Can't reach the server. Check your connection and try again." },
};

/** One of the things that somebody may do who is not signed in. `run` resolves to null when it did not work. */
export function useVisitorAction<Name extends VisitorActionName>(name: Name) {
  const [isBusy, setIsBusy] = useState(false);
  const [error, setError] = useState<DataError | null>(null);
  const run = async (input: VisitorActionInput<Name>): Promise<VisitorActionOutput<Name> | null> => {
    setIsBusy(true);
    setError(null);
    try {
      return await post<VisitorActionOutput<Name>>(`/enter/${name}`, input);
    } catch (caught) {
      setError(caught instanceof DataError ? caught : new DataError(500, unreachable));
      setIsBusy(false);
      return null;
    }
  };
  return { run, isBusy, error };
}
