"use client";

import { type ReactNode, useState } from "react";
import type { CheckoutData } from "#components/checkout/checkout-data.ts";
import { ChooseCoin } from "#components/checkout/transfer/choose-coin.tsx";
import { DepositPanel } from "#components/checkout/transfer/deposit-panel.tsx";
import { useGiveAddress } from "#components/checkout/transfer/use-give-address.ts";
import type { OpenWay } from "#components/checkout/transfer/use-ways.ts";

export type TransferPartProps = {
  data: CheckoutData;
  open: OpenWay;
  /** The choice between the ways to pay; null when there is no other. */
  ways: ReactNode;
  /** An action besides. */
  aside: ReactNode;
};

/** Paying by a transfer: first the coin and the network, then the address. */
export function TransferPart({ data, open, ways, aside }: TransferPartProps) {
  const { deposit, isPastExpiry } = open;
  const [isChoosing, setChoosing] = useState(false);
  const [hasChosen, setChosen] = useState(false);
  const giving = useGiveAddress(data, (given) => {
    setChoosing(false);
    setChosen(true);
    open.show(given);
  });
  // With money at the address, no other one can be chosen.
  const isFixed = open.choose === null;
  if (deposit !== undefined && (isFixed || !isChoosing)) {
    return (
      <DepositPanel
        key={deposit.address}
        data={data}
        deposit={deposit}
        isNew={hasChosen}
        isRenewable={!isPastExpiry}
        giving={giving}
        onOther={isFixed ? null : () => setChoosing(true)}
      />
    );
  }
  return <ChooseCoin data={data} ways={ways} takesFocus={isChoosing} giving={giving} aside={aside} />;
}
