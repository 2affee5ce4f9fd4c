import { useState } from "react";
import type { CheckoutData } from "#components/checkout/checkout-data.ts";
import { GatewayRefusal, isNetworkUnavailable, paymentTarget } from "#components/checkout/gateway.ts";
import { giveDepositAddress } from "#components/checkout/transfer/calls.ts";
import { assetOf, type Deposit } from "#components/checkout/transfer/deposit.ts";
import { keepCode } from "#components/checkout/transfer/kept-codes.ts";
import type { WireAmount } from "#lib/api/schemas/amount.ts";

/** Why no address was given. */
export type GiveProblem = "choose.refused" | "choose.unavailable" | "choose.limited" | "choose.offline";

/** Getting an address: the token that was chosen last, and whether that is under way or has failed. */
export type Giving = {
  state:
    | { kind: "idle" }
    | { kind: "busy"; amount: WireAmount }
    | { kind: "failed"; problem: GiveProblem; amount: WireAmount };
  give: (amount: WireAmount) => Promise<void>;
};

/** Gets addresses of the payment. Their codes are kept before they are shown. */
export function useGiveAddress(data: CheckoutData, onGiven: (deposit: Deposit) => void): Giving {
  const [state, setState] = useState<Giving["state"]>({ kind: "idle" });
  const give = async (amount: WireAmount) => {
    if (state.kind === "busy") return;
    setState({ kind: "busy", amount });
    try {
      const given = await giveDepositAddress(paymentTarget(data), assetOf(amount), new AbortController().signal);
      const { code, paymentId, live: _live, depositUntil: _until, ...deposit } = given;
      keepCode(paymentId, deposit.address, { code });
      setState({ kind: "idle" });
      onGiven(deposit);
    } catch (error) {
      setState({ kind: "failed", problem: problemOf(error), amount });
    }
  };
  return { state, give };
}

/** Tells why the gateway's answer to a request about transfers is none. */
export function problemOf(error: unknown): GiveProblem {
  if (!(error instanceof GatewayRefusal)) return "choose.offline";
  if (isNetworkUnavailable(error) || error.status >= 500) return "choose.unavailable";
  return error.status === 429 ? "choose.limited" : "choose.refused";
}
