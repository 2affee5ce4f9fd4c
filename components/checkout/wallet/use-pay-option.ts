import { useCallback, useEffect, useRef, useState } from "react";
import { useConfig } from "wagmi";
import type { CheckoutData } from "#components/checkout/checkout-data.ts";
import { confirm, GatewayRefusal } from "#components/checkout/gateway.ts";
import { forgetProgress, type Progress, rememberProgress } from "#components/checkout/progress.ts";
import { askWallet, NetworkRefused, WrongAccount } from "#components/checkout/wallet/ask-wallet.ts";
import { isRunningOut, renewOption } from "#components/checkout/wallet/use-options.ts";
import type { Wallet } from "#components/checkout/wallet/wallet.ts";
import { type WalletRefusal, walletRefusal } from "#components/checkout/wallet/wallet-errors.ts";
import type { WireOption } from "#lib/api/schemas/gateway.ts";

/** Why it does not go on by itself. None of these has taken anything from the buyer. */
export type Trouble =
  | WalletRefusal
  | { kind: "network" }
  | { kind: "account" }
  | { kind: "priceChanged" }
  | { kind: "gone" }
  | { kind: "ranOut" }
  | { kind: "offline" }
  | { kind: "refused"; sentence: string };

export type Phase = "explaining" | "preparing" | "switching" | "signing" | "sending" | "sent";

/** Carries an option through the wallet, action by action, and hands in the results. */
export function usePayOption(data: CheckoutData, wallet: Wallet | null, begun: Progress) {
  const config = useConfig();
  const [progress, setProgress] = useState(begun);
  const [phase, setPhase] = useState<Phase>("explaining");
  const [trouble, setTrouble] = useState<Trouble | null>(null);
  const isBusy = useRef(false);
  const stopping = useRef(new AbortController());
  useEffect(() => {
    stopping.current = new AbortController();
    return () => stopping.current.abort();
  }, []);

  const keep = useCallback(
    (next: Progress) => {
      setProgress(next);
      rememberProgress(data.paymentId, next);
      return next;
    },
    [data.paymentId],
  );

  const send = useCallback(
    async ({ option, results }: Progress) => {
      setPhase("sending");
      try {
        await confirm(data, option, results, stopping.current.signal);
        // From here on the status tells the rest.
        forgetProgress(data.paymentId);
        setPhase("sent");
      } catch (error) {
        if (!(error instanceof GatewayRefusal)) throw new Stop({ kind: "offline" });
        if (error.code !== "quote_expired") {
          forgetProgress(data.paymentId);
          throw new Stop({ kind: "refused", sentence: error.message });
        }
        const renewed = await renew(data, { option, results: results.slice(0, -1) }, stopping.current.signal);
        keep(renewed);
        throw new Stop({ kind: "ranOut" });
      }
    },
    [data, keep],
  );

  /** The next action, or handing in what there is; stops to explain before each further action. */
  const goOn = useCallback(async () => {
    if (isBusy.current) return;
    isBusy.current = true;
    setTrouble(null);
    try {
      let current = progress;
      if (current.results.length < current.option.actions.length) {
        if (wallet === null) throw new Stop({ kind: "account" });
        setPhase("preparing");
        if (isRunningOut(current.option, data)) {
          const renewed = await renew(data, current, stopping.current.signal);
          const isSamePrice = renewed.option.amount.value === current.option.amount.value;
          current = keep(renewed);
          if (!isSamePrice) throw new Stop({ kind: "priceChanged" });
        }
        const action = current.option.actions[current.results.length];
        if (action === undefined) throw new Stop({ kind: "gone" });
        const result = await askWallet(config, wallet, action, current.option, setPhase);
        current = keep({ ...current, results: [...current.results, result] });
      }
      if (current.results.length < current.option.actions.length) setPhase("explaining");
      else await send(current);
    } catch (error) {
      if (stopping.current.signal.aborted) return;
      setPhase("explaining");
      setTrouble(troubleOf(error));
    } finally {
      isBusy.current = false;
    }
  }, [config, data, keep, progress, send, wallet]);

  const formDone = useCallback(
    () => keep({ ...progress, option: { ...progress.option, collectData: null } }),
    [keep, progress],
  );
  return { progress, phase, trouble, goOn, formDone };
}

class Stop extends Error {
  readonly trouble: Trouble;

  constructor(trouble: Trouble) {
    super(trouble.kind);
    this.trouble = trouble;
  }
}

function troubleOf(error: unknown): Trouble {
  if (error instanceof Stop) return error.trouble;
  if (error instanceof NetworkRefused) return { kind: "network" };
  if (error instanceof WrongAccount) return { kind: "account" };
  if (error instanceof GatewayRefusal) return { kind: "refused", sentence: error.message };
  if (error instanceof TypeError) return { kind: "offline" };
  return walletRefusal(error);
}

/** A new quote for the same; approvals that were sent already count for it too, if it still asks for the same ones. */
async function renew(data: CheckoutData, { option, results }: Progress, signal: AbortSignal): Promise<Progress> {
  const renewed = await renewOption(data, option, signal);
  if (renewed === null) throw new Stop({ kind: "gone" });
  return { option: renewed, results: isSameWork(option, renewed) ? results : [] };
}

function isSameWork(a: WireOption, b: WireOption): boolean {
  const transactions = ({ actions }: WireOption) =>
    JSON.stringify(actions.filter(({ data }) => data.method === "eth_sendTransaction"));
  return a.actions.length === b.actions.length && transactions(a) === transactions(b);
}
