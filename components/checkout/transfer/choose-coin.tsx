"use client";

import { type ReactNode, useCallback, useEffect, useState } from "react";
import type { CheckoutData } from "#components/checkout/checkout-data.ts";
import { amountLine } from "#components/checkout/format-amount.ts";
import { paymentTarget } from "#components/checkout/gateway.ts";
import { LocalImage } from "#components/checkout/local-image.tsx";
import { useTranslation } from "#components/checkout/messages/translation.tsx";
import { listDepositAssets } from "#components/checkout/transfer/calls.ts";
import { useTransferTranslation } from "#components/checkout/transfer/transfer-translation.tsx";
import { type GiveProblem, type Giving, problemOf } from "#components/checkout/transfer/use-give-address.ts";
import { PanelHeading } from "#components/checkout/wallet/panel-heading.tsx";
import { SpinnerIcon } from "#components/ui/icons.tsx";
import type { WireAmount } from "#lib/api/schemas/amount.ts";
import type { WireDepositAssets } from "#lib/api/schemas/gateway.ts";

type ListProblem = Exclude<GiveProblem, "choose.refused"> | "choose.none";
type Found =
  | { kind: "loading" }
  | { kind: "found"; list: WireDepositAssets }
  | { kind: "failed"; problem: ListProblem };

type ChooseCoinProps = {
  data: CheckoutData;
  ways: ReactNode;
  /** True for a buyer who came back from an address. */
  takesFocus: boolean;
  giving: Giving;
  aside: ReactNode;
};

/** The coins and networks that can be sent. Each is one press away from its address. */
export function ChooseCoin({ data, ways, takesFocus, giving, aside }: ChooseCoinProps) {
  const { t } = useTranslation();
  const transferT = useTransferTranslation();
  const { found, reload } = useAssets(data);
  const { state } = giving;
  return (
    <div className="flex grow flex-col gap-5">
      <PanelHeading takesFocus={takesFocus}>{t("status.requires_action.title")}</PanelHeading>
      {ways}
      <p className="text-pretty text-ink-muted">{transferT("choose.text")}</p>
      {found.kind === "loading" && (
        <p role="status" className="flex items-center gap-2 text-ink-muted">
          <SpinnerIcon className="size-5" />
          {transferT("choose.loading")}
        </p>
      )}
      {found.kind === "failed" && (
        <>
          <Problem>{transferT(found.problem)}</Problem>
          {found.problem !== "choose.none" && (
            <button
              type="button"
              onClick={() => void reload()}
              className="min-h-12 rounded-lg border border-line-strong px-5 font-medium hover:bg-sunken"
            >
              {t("sign.again")}
            </button>
          )}
        </>
      )}
      {found.kind === "found" && (
        <>
          <h3 className="leading-snug font-semibold text-balance">{transferT("choose.question")}</h3>
          <ul className="space-y-4">
            {groupByCoin(found.list.assets.map(({ amount }) => amount)).map(({ coin, amounts }) => (
              <li key={coin} className="space-y-2">
                <h4 className="flex items-center gap-2 text-sm font-medium">
                  <LocalImage url={amounts[0]?.display.iconUrl} size={20} className="size-5" />
                  {coin}
                </h4>
                <ul className="grid grid-cols-2 gap-2">
                  {amounts.map((amount) => (
                    <li key={amount.unit}>
                      <NetworkButton
                        amount={amount}
                        isBusy={state.kind === "busy" && state.amount.unit === amount.unit}
                        onPress={() => void giving.give(amount)}
                      />
                    </li>
                  ))}
                </ul>
              </li>
            ))}
          </ul>
          {found.list.unavailableNetworks.length > 0 && (
            <p className="text-sm text-pretty text-ink-muted">
              {t("options.missing", { networks: found.list.unavailableNetworks.map(({ name }) => name).join(", ") })}
            </p>
          )}
        </>
      )}
      {state.kind === "failed" && <Problem>{transferT(state.problem, namesOf(state.amount))}</Problem>}
      {aside !== null && <div className="mt-auto flex justify-end">{aside}</div>}
    </div>
  );
}

/** A network on which a coin can be sent, and what has to arrive there. */
function NetworkButton({ amount, isBusy, onPress }: { amount: WireAmount; isBusy: boolean; onPress: () => void }) {
  const { locale } = useTranslation();
  const { networkName, networkIconUrl, assetSymbol } = amount.display;
  return (
    <button
      type="button"
      aria-disabled={isBusy}
      onClick={onPress}
      className="flex h-full min-h-13 w-full items-center gap-3 rounded-xl border border-line px-3 py-2.5 text-start transition-colors hover:border-line-strong hover:bg-sunken"
    >
      {isBusy ? (
        <SpinnerIcon className="size-5 shrink-0" />
      ) : (
        <LocalImage url={networkIconUrl} size={20} className="size-5 shrink-0" />
      )}
      <span className="min-w-0">
        <span className="sr-only">{assetSymbol} </span>
        <span className="block leading-snug font-medium">
          <bdi>{networkName}</bdi>
        </span>
        <span className="block text-[0.8125rem] text-ink-muted tabular-nums">{amountLine(amount, locale)}</span>
      </span>
    </button>
  );
}

export function Problem({ children }: { children: ReactNode }) {
  return (
    <p role="alert" className="rounded-lg bg-critical-wash px-4 py-3 text-pretty text-critical">
      {children}
    </p>
  );
}

/** The names of a token and its network, for messages. */
export function namesOf({ display: { assetSymbol: coin, networkName: network = "" } }: WireAmount) {
  return { coin, network };
}

/** Loads the tokens, and again on request. */
function useAssets(data: CheckoutData): { found: Found; reload: () => Promise<void> } {
  const { paymentId, appId } = data;
  const [found, setFound] = useState<Found>({ kind: "loading" });
  const load = useCallback(
    async (signal: AbortSignal) => {
      setFound({ kind: "loading" });
      try {
        const list = await listDepositAssets(paymentTarget({ paymentId, appId }), signal);
        setFound(list.assets.length === 0 ? { kind: "failed", problem: "choose.none" } : { kind: "found", list });
      } catch (error) {
        const problem = problemOf(error);
        if (signal.aborted) return;
        setFound({ kind: "failed", problem: problem === "choose.refused" ? "choose.none" : problem });
      }
    },
    [paymentId, appId],
  );
  useEffect(() => {
    const loading = new AbortController();
    void load(loading.signal);
    return () => loading.abort();
  }, [load]);
  return { found, reload: () => load(new AbortController().signal) };
}

/** A coin, and what has to arrive of it on each network that takes it. */
type Coin = { coin: string; amounts: WireAmount[] };

/** Groups tokens by their symbol, which is what an exchange calls a coin. Keeps the order. */
function groupByCoin(amounts: readonly WireAmount[]): Coin[] {
  const groups = new Map<string, WireAmount[]>();
  for (const amount of amounts) {
    const coin = amount.display.assetSymbol;
    groups.set(coin, [...(groups.get(coin) ?? []), amount]);
  }
  return [...groups].map(([coin, of]) => ({ coin, amounts: of }));
}
