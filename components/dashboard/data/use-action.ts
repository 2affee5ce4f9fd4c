"use client";

import { useMutation, useQueryClient } from "@tanstack/react-query";
import { act, type DataError } from "#components/dashboard/data/ask.ts";
import { refresh } from "#components/dashboard/data/queries.ts";
import type { ActionInput, ActionName, ActionOutput, QueryName } from "#lib/dashboard/wire.ts";

/** An action as a mutation: never repeated by itself. `changes` names the queries to read again when it is done. */
export function useAction<Name extends ActionName>(name: Name, changes: readonly QueryName[] = []) {
  const client = useQueryClient();
  return useMutation<ActionOutput<Name>, DataError, ActionInput<Name>>({
    mutationFn: (input) => act(name, input),
    onSuccess: () => refresh(client, changes),
    retry: false,
  });
}
