"use client";

import { useInfiniteQuery } from "@tanstack/react-query";
import { useState } from "react";
import { PagedList } from "#components/dashboard/data/paged-list.tsx";
import { copyablePages } from "#components/dashboard/data/queries.ts";
import { useRpcMutation } from "#components/dashboard/data/use-rpc-mutation.ts";
import { CopiedState } from "#components/dashboard/go-live/copied-state.tsx";
import { paths } from "#components/dashboard/paths.ts";
import { ActionButton } from "#components/ui/action-button.tsx";
import { Card } from "#components/ui/card.tsx";
import { Problem } from "#components/ui/problem.tsx";
import type { QueryOutput } from "#lib/dashboard/rpc/contract.ts";

type Merchant = QueryOutput<"goLive.merchants">["merchants"][number];

/** The merchants of test mode, each with a button that copies it. */
export function CopyMerchants({ canWrite }: { canWrite: boolean }) {
  const query = useInfiniteQuery(copyablePages());
  return (
    <Card
      isSplit
      title="Merchants of test mode"
      about="A copy has the name, email, logo and settings. Add its settlement destinations in live mode, where money moves. Payments stay in test mode."
    >
      <PagedList
        query={query}
        rowsOf={({ merchants }) => merchants}
        noun="merchants"
        className=""
        empty={<p className="px-5 py-4 text-sm text-ink-muted">Test mode has no merchants.</p>}
      >
        {(merchant) => <MerchantRow key={merchant.id} merchant={merchant} canWrite={canWrite} />}
      </PagedList>
    </Card>
  );
}

function MerchantRow({ merchant: { id, name, email, copy }, canWrite }: { merchant: Merchant; canWrite: boolean }) {
  const copying = useRpcMutation("goLive.copyMerchant", ["goLive.merchants", "goLive.progress"]);
  const [isCopied, setCopied] = useState(false);
  const copyOne = () => copying.mutate({ merchantId: id }, { onSuccess: () => setCopied(true) });
  return (
    <li className="space-y-2 px-5 py-3 text-sm">
      <div className="flex flex-wrap items-center justify-between gap-x-6 gap-y-2">
        <p className="min-w-0 grow basis-48 wrap-anywhere">
          <bdi className="block font-medium">{name}</bdi>
          <bdi className="text-ink-muted">{email}</bdi>
        </p>
        {copy === null && canWrite && (
          <ActionButton isBusy={copying.isPending} onClick={copyOne} aria-label={`Copy ${name} to live`}>
            Copy to live
          </ActionButton>
        )}
        {copy !== null && <CopiedState copy={copy} path={paths.merchant(copy.id)} isNew={isCopied} />}
      </div>
      {copying.error !== null && <Problem>{copying.error.message}</Problem>}
    </li>
  );
}
