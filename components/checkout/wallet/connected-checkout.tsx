import { useState } from "react";
import { useConfig } from "wagmi";
import { disconnect } from "wagmi/actions";
import type { CheckoutData } from "#components/checkout/checkout-data.ts";
import { useLanguage } from "#components/checkout/messages/language.tsx";
import { type Progress, recallProgress } from "#components/checkout/progress.ts";
import { addressOf, isSameAddress, shortAddress } from "#components/checkout/wallet/accounts.ts";
import { OptionsPanel } from "#components/checkout/wallet/options-panel.tsx";
import { PayOption } from "#components/checkout/wallet/pay-option.tsx";
import type { Wallet } from "#components/checkout/wallet/wallet.ts";

type ConnectedCheckoutProps = { data: CheckoutData; wallet: Wallet; onLeave: () => void };
type Begun = Progress & { isResumed: boolean };

/** What an account can pay with, then the way through one of it. */
export function ConnectedCheckout({ data, wallet, onLeave }: ConnectedCheckoutProps) {
  const { say } = useLanguage();
  const config = useConfig();
  const [begun, setBegun] = useState(() => beginningOf(data.paymentId, wallet.address));
  const leave = async () => {
    onLeave();
    await disconnect(config).catch(() => undefined);
    await config.storage?.removeItem("recentConnectorId");
  };
  return (
    <div className="flex grow flex-col gap-5">
      {begun === null ? (
        <OptionsPanel
          data={data}
          wallet={wallet}
          onChoose={(option) => setBegun({ option, results: [], isResumed: false })}
        />
      ) : (
        <PayOption
          key={begun.option.id}
          data={data}
          wallet={wallet}
          begun={begun}
          isResumed={begun.isResumed}
          onBack={() => setBegun(null)}
        />
      )}
      <p className="mt-auto flex flex-wrap items-center justify-between gap-x-4 border-t border-line pt-2 text-sm text-ink-muted">
        <span className="min-w-0 truncate">
          <bdi>{wallet.connector.name}</bdi> <span className="tabular-nums">{shortAddress(wallet.address)}</span>
        </span>
        <button
          type="button"
          onClick={() => void leave()}
          className="min-h-11 underline-offset-4 hover:text-ink hover:underline"
        >
          {say("wallet.change")}
        </button>
      </p>
    </div>
  );
}

/** Only the account that began can go on. */
function beginningOf(paymentId: string, address: string): Begun | null {
  const progress = recallProgress(paymentId);
  if (progress === null || !isSameAddress(addressOf(progress.option), address)) return null;
  return { ...progress, isResumed: true };
}
