"use client";

import { useMemo } from "react";
import { WalletSession } from "#components/checkout/wallet/wallet-session.tsx";
import type { RefundData } from "#components/refund/refund-data.ts";
import { RefundOption } from "#components/refund/refund-option.tsx";
import { refundTask } from "#components/refund/refund-task.ts";

type WalletRefundProps = { data: RefundData; onLeave: () => void; onFail: () => void };

/** The part of the refund page that needs a wallet. It loads as a separate chunk. */
export function WalletRefund({ data, onLeave, onFail }: WalletRefundProps) {
  const task = useMemo(() => refundTask(data), [data]);
  return (
    <WalletSession
      settings={data}
      task={task}
      onLeave={onLeave}
      onFail={onFail}
      offer={(wallet, onChoose) => <RefundOption data={data} wallet={wallet} onChoose={onChoose} />}
    />
  );
}
