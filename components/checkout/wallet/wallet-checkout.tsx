"use client";

import { useMemo } from "react";
import type { CheckoutData } from "#components/checkout/checkout-data.ts";
import { OptionsPanel } from "#components/checkout/wallet/options-panel.tsx";
import { WalletSession } from "#components/checkout/wallet/wallet-session.tsx";
import { paymentTask } from "#components/checkout/wallet/wallet-task.ts";

type WalletCheckoutProps = {
  data: CheckoutData;
  /** Returns to the other ways to pay. */
  onLeave: () => void;
  /** Returns to them with a message that wallets couldn't be loaded. */
  onFail: () => void;
};

/** The part of the checkout that needs a wallet. It loads as a separate chunk. */
export function WalletCheckout({ data, onLeave, onFail }: WalletCheckoutProps) {
  const task = useMemo(() => paymentTask(data), [data]);
  return (
    <WalletSession
      settings={data}
      task={task}
      onLeave={onLeave}
      onFail={onFail}
      offer={(wallet, onChoose) => <OptionsPanel data={data} wallet={wallet} onChoose={onChoose} />}
    />
  );
}
