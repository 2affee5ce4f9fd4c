import { useCallback, useEffect, useRef, useState } from "react";
import { useConfig } from "wagmi";
import { confirm, GatewayRefusal, isNetworkUnavailable } from "#components/checkout/gateway.ts";
import { forgetProgress, type Progress, rememberProgress } from "#components/checkout/progress.ts";
import type { Wallet } from "#components/checkout/wallet/accounts.ts";
import { NetworkRefused, performAction, WrongAccount } from "#components/checkout/wallet/perform-action.ts";
import { isExpired } from "#components/checkout/wallet/remote-session.ts";
import { type WalletRefusal, walletRefusal } from "#components/checkout/wallet/wallet-errors.ts";
import { isQuoteExpiring, type WalletTask } from "#components/checkout/wallet/wallet-task.ts";
import type { WireOption } from "#lib/api/schemas/gateway.ts";

/** The reason why the payment stopped. None of these has charged the buyer. */
export type PayProblem =
  | WalletRefusal
  /** The wallet wasn't opened in time. */
  | { kind: "requestExpired" }
  | { kind: "wrongNetwork" }
  | { kind: "wrongAccount" }
  | { kind: "priceChanged" }
  | { kind: "optionGone" }
  | { kind: "quoteExpired" }
  | { kind: "offline" }
  | { kind: "networkUnavailable" }
  | { kind: "budgetUsedUp" }
  | { kind: "busy" }
  /** `message` is the API's, in English. */
  | { kind: "refused"; message: string };

export type Phase = "explaining" | "preparing" | "switching" | "signing" | "sending" | "sent";

/**
 * Takes an option through the wallet, one action per `proceed`, and submits the results after the last one.
 * @param onWalletNeeded called when the wallet must act and none is connected: a submitted quote had expired.
 * The progress is saved.
 */
export function usePayOption(task: WalletTask, wallet: Wallet | null, initial: Progress, onWalletNeeded: () => void) {
  const config = useConfig();
  const [progress, setProgress] = useState(initial);
  const [phase, setPhase] = useState<Phase>("explaining");
  const [problem, setProblem] = useState<PayProblem | null>(null);
  const isBusy = useRef(false);
  const hasLeft = useRef(false);
  const unmounted = useRef(new AbortController());
  useEffect(() => {
    unmounted.current = new AbortController();
    return () => unmounted.current.abort();
  }, []);

  const save = useCallback(
    (next: Progress) => {
      setProgress(next);
      rememberProgress(task.id, next);
      return next;
    },
    [task.id],
  );

  const submit = useCallback(
    async ({ option, results, walletKey }: Progress) => {
      setPhase("sending");
      try {
        await confirm(task.target, option, results, unmounted.current.signal);
        // The page's status poll reports everything from here on.
        forgetProgress(task.id);
        setPhase("sent");
      } catch (error) {
        if (!(error instanceof GatewayRefusal)) throw new PaymentStopped({ kind: "offline" });
        // The same signature may be accepted later.
        if (isPassing(error)) throw error;
        if (error.code !== "quote_expired") {
          forgetProgress(task.id);
          // The same results would be refused each time, so the next try asks the wallet again.
          if (error.fields.includes("results"))
            setProgress(await restart(task, { option, results, walletKey }, unmounted.current.signal));
          // As would these ones in the chain's state, such as a signature that was used meanwhile.
          if (error.code === "invalid_state") {
            const unsigned = { option, results: results.slice(0, -1), walletKey };
            setProgress(await renew(task, unsigned, unmounted.current.signal).catch(() => unsigned));
          }
          if (error.isBudgetUsedUp) throw new PaymentStopped({ kind: "budgetUsedUp" });
          throw new PaymentStopped({ kind: "refused", message: error.message });
        }
        save(await renew(task, { option, results: results.slice(0, -1), walletKey }, unmounted.current.signal));
        throw new PaymentStopped({ kind: "quoteExpired" });
      }
    },
    [task, save],
  );

  /** Performs the next action, then submits or stops to explain the one after it. */
  const proceed = useCallback(async () => {
    if (isBusy.current) return;
    isBusy.current = true;
    setProblem(null);
    try {
      let current = progress;
      if (current.results.length < current.option.actions.length) {
        if (wallet === null) return onWalletNeeded();
        setPhase("preparing");
        if (isQuoteExpiring(current.option, task)) {
          const renewed = await renew(task, current, unmounted.current.signal);
          const isSamePrice = renewed.option.amount.value === current.option.amount.value;
          current = save(renewed);
          if (!isSamePrice) throw new PaymentStopped({ kind: "priceChanged" });
        }
        const action = current.option.actions[current.results.length];
        if (action === undefined) throw new PaymentStopped({ kind: "optionGone" });
        // A reload while the wallet asks continues here.
        rememberProgress(task.id, current);
        const result = await performAction(config, wallet, action, current.option, setPhase).catch((error: unknown) => {
          throw new PaymentStopped(walletProblem(error));
        });
        // Saved, the result of an option that the buyer gave up would be submitted on the next visit.
        if (hasLeft.current) return;
        current = save({ ...current, results: [...current.results, result] });
      }
      if (current.results.length < current.option.actions.length) setPhase("explaining");
      else await submit(current);
    } catch (error) {
      if (unmounted.current.signal.aborted) return;
      setPhase("explaining");
      setProblem(problemOf(error));
    } finally {
      isBusy.current = false;
    }
  }, [config, task, progress, save, submit, wallet, onWalletNeeded]);

  const completeDetails = useCallback(
    () => save({ ...progress, option: { ...progress.option, collectData: null } }),
    [progress, save],
  );
  /** Gives the option up. A wallet may still be asked; its result is dropped. */
  const leave = useCallback(() => {
    hasLeft.current = true;
    forgetProgress(task.id);
  }, [task.id]);
  return { progress, phase, problem, proceed, completeDetails, leave };
}

class PaymentStopped extends Error {
  readonly problem: PayProblem;

  constructor(problem: PayProblem) {
    super(problem.kind);
    this.problem = problem;
  }
}

function problemOf(error: unknown): PayProblem {
  if (error instanceof PaymentStopped) return error.problem;
  if (isNetworkUnavailable(error)) return { kind: "networkUnavailable" };
  if (error instanceof GatewayRefusal) {
    if (error.isBudgetUsedUp) return { kind: "budgetUsedUp" };
    return isPassing(error) ? { kind: "busy" } : { kind: "refused", message: error.message };
  }
  return error instanceof TypeError ? { kind: "offline" } : { kind: "failed", message: "" };
}

function walletProblem(error: unknown): PayProblem {
  if (isExpired(error)) return { kind: "requestExpired" };
  if (error instanceof NetworkRefused) return { kind: "wrongNetwork" };
  return error instanceof WrongAccount ? { kind: "wrongAccount" } : walletRefusal(error);
}

/** True for an outage or a rate limit, after which the same request can succeed. */
function isPassing(error: GatewayRefusal): boolean {
  return error.status >= 500 || (error.status === 429 && !error.isBudgetUsedUp);
}

/** Gets a new quote for an option. Approvals that were already sent still count if the new quote asks for the same ones. */
async function renew(task: WalletTask, progress: Progress, signal: AbortSignal): Promise<Progress> {
  const { option, results } = progress;
  const renewed = await task.renew(option, signal);
  if (renewed === null) throw new PaymentStopped({ kind: "optionGone" });
  return { ...progress, option: renewed, results: hasSameApprovals(option, renewed) ? results : [] };
}

/** Starts an option again. A new quote asks for an approval only if the one that was sent doesn't count. */
async function restart(task: WalletTask, progress: Progress, signal: AbortSignal): Promise<Progress> {
  const { option } = progress;
  const renewed = option.actions.length === 1 ? null : await task.renew(option, signal).catch(() => null);
  return { ...progress, option: renewed ?? option, results: [] };
}

function hasSameApprovals(a: WireOption, b: WireOption): boolean {
  const transactions = ({ actions }: WireOption) =>
    JSON.stringify(actions.filter(({ data }) => data.method === "eth_sendTransaction"));
  return a.actions.length === b.actions.length && transactions(a) === transactions(b);
}
