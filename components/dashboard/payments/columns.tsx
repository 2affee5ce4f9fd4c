"use client";

import { useQuery, useQueryClient } from "@tanstack/react-query";
import { useCallback, useEffect, useMemo, useState } from "react";
import { refetchQueries, rpcQuery } from "#components/dashboard/data/queries.ts";
import { RpcError, sendMutation } from "#components/dashboard/data/rpc-client.ts";
import { useRpcMutation } from "#components/dashboard/data/use-rpc-mutation.ts";
import { CheckRows, ListAction } from "#components/dashboard/payments/check-list.tsx";
import {
  type ColumnChoice,
  dropUnsent,
  findUnsent,
  keepUnsent,
} from "#components/dashboard/payments/unsent-columns.ts";
import { Popover } from "#components/ui/popover.tsx";
import { Problem } from "#components/ui/problem.tsx";
import type { PaymentColumn } from "#lib/dashboard/rpc/contract.ts";

/** The optional columns of the table. The reference and the amount are always shown. */
export type Columns = {
  shown: ReadonlySet<PaymentColumn>;
  /** The classes of the cells of "Paid with": by default, it is left out where the table is narrow. */
  paidClass: string;
};

const columnWords: Readonly<Record<PaymentColumn, string>> = {
  created: "Created",
  status: "Status",
  merchant: "Merchant",
  paid: "Paid with",
  buyer: "Buyer",
  paymentId: "Payment ID",
};
const choices = Object.entries(columnWords).map(([id, label]) => ({ id, label }));
const byDefault: readonly PaymentColumn[] = ["created", "status", "merchant", "paid"];
const query = rpcQuery("payments.columns", {});

/** Returns the columns that the member chose. */
export function useColumns(): Columns {
  const chosen = useQuery({ ...query, staleTime: Number.POSITIVE_INFINITY }).data?.columns ?? null;
  return useMemo(
    () => ({
      shown: new Set(chosen ?? byDefault),
      paidClass: chosen === null ? "hidden @4xl:table-cell" : "hidden sm:table-cell",
    }),
    [chosen],
  );
}

/** Shows and hides columns. A phone shows each payment in two lines instead. */
export function ColumnsMenu() {
  const client = useQueryClient();
  const { data } = useQuery({ ...query, staleTime: Number.POSITIVE_INFINITY });
  const save = useRpcMutation("payments.setColumns", [], { isSequential: true });
  const { mutateAsync } = save;
  const memberId = data?.memberId;
  // The query's subscribers render a moment later, and until then React would set a checkbox back.
  const [picked, setPicked] = useState<{ columns: PaymentColumn[] | null }>();
  const chosen = (picked ?? data)?.columns ?? null;
  const choose = useCallback(
    (columns: PaymentColumn[] | null) => {
      if (memberId === undefined) return;
      const choice: ColumnChoice = { memberId, columns };
      setPicked({ columns });
      client.setQueryData(query.queryKey, choice);
      keepUnsent(choice);
      mutateAsync({ columns }).then(() => dropUnsent(choice), undo);

      function undo(error: Error): void {
        // Leaving the page breaks off the request without an answer from the server.
        if (error instanceof RpcError && error.status !== null) dropUnsent(choice);
        if (findUnsent(choice.memberId) !== null) return;
        setPicked(undefined);
        void refetchQueries(client, ["payments.columns"]);
      }
    },
    [client, mutateAsync, memberId],
  );
  useEffect(() => {
    const unsent = memberId === undefined ? null : findUnsent(memberId);
    if (unsent !== null) choose(unsent.columns);
  }, [memberId, choose]);
  useEffect(() => {
    const send = () => {
      const unsent = memberId === undefined ? null : findUnsent(memberId);
      if (unsent !== null)
        void sendMutation("payments.setColumns", { columns: unsent.columns }, true).catch(() => null);
    };
    addEventListener("pagehide", send);
    return () => removeEventListener("pagehide", send);
  }, [memberId]);
  return (
    <div className="max-sm:hidden">
      <Popover label="Columns" title="Columns" align="end">
        {() => (
          <>
            <CheckRows
              choices={choices}
              chosen={chosen ?? byDefault}
              onChange={(columns) => choose(columns as PaymentColumn[])}
            />
            {chosen !== null && <ListAction onClick={() => choose(null)}>Reset to default</ListAction>}
            {save.error !== null && <Problem>{save.error.message}</Problem>}
          </>
        )}
      </Popover>
    </div>
  );
}
