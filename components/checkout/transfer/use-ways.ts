import { useCallback, useState } from "react";
import type { CheckoutData } from "#components/checkout/checkout-data.ts";
import { arrivedAtomic, type Deposit, shownDeposit } from "#components/checkout/transfer/deposit.ts";
import type { Way } from "#components/checkout/transfer/ways.tsx";
import { useIsPast } from "#components/checkout/use-is-past.ts";

/** The way to pay that is open, and the address of transfers. */
export type OpenWay = {
  way: Way;
  /** Chooses the other way; null when there is none. */
  choose: ((way: Way) => void) | null;
  /** The payment's address; undefined while none was given. */
  deposit: Deposit | undefined;
  /** Shows an address that was just given. */
  show: (given: Deposit) => void;
  /** Nothing new can be started. */
  isPastExpiry: boolean;
};

/**
 * Returns the open way: a wallet, until an address was given.
 * @param answered the address that the server names; undefined for none.
 * @param refresh asks the server for the status.
 */
export function useWays({ expiry }: CheckoutData, answered: Deposit | undefined, refresh: () => void): OpenWay {
  const [chosen, setChosen] = useState<Deposit>();
  const deposit = shownDeposit(answered, chosen);
  const [way, setWay] = useState<Way>(deposit === undefined ? "wallet" : "transfer");
  const isPastExpiry = useIsPast(expiry.expiresAt, expiry.serverNowMs);
  // Once money is on its way, a wallet could only pay a second time.
  const isTransferOnly = deposit !== undefined && (isPastExpiry || arrivedAtomic(deposit) > 0n);
  const show = useCallback(
    (given: Deposit) => {
      setChosen(given);
      refresh();
    },
    [refresh],
  );
  return {
    way: isTransferOnly ? "transfer" : way,
    choose: isTransferOnly ? null : setWay,
    deposit,
    show,
    isPastExpiry,
  };
}
