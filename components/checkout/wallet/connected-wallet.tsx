import { type ReactNode, useState } from "react";
import { useConfig } from "wagmi";
import { disconnect } from "wagmi/actions";
import { useTranslation } from "#components/checkout/messages/translation.tsx";
import { type Progress, recallProgress } from "#components/checkout/progress.ts";
import type { Wallet } from "#components/checkout/wallet/accounts.ts";
import { addressOf, isSameAddress, shortAddress } from "#components/checkout/wallet/accounts.ts";
import { PayOption } from "#components/checkout/wallet/pay-option.tsx";
import { endSession, isRelayed, useSession } from "#components/checkout/wallet/remote-session.ts";
import { forgetWallet, walletKeyOf } from "#components/checkout/wallet/wallet-groups.ts";
import type { WalletTask } from "#components/checkout/wallet/wallet-task.ts";
import type { WireOption } from "#lib/api/schemas/gateway.ts";

type ConnectedWalletProps = {
  task: WalletTask;
  wallet: Wallet;
  onLeave: () => void;
  offer: (wallet: Wallet, onChoose: (option: WireOption) => void) => ReactNode;
};
type Started = Progress & { isResumed: boolean };

/** The options of a connected account, then the steps of the chosen one. */
export function ConnectedWallet({ task, wallet, onLeave, offer }: ConnectedWalletProps) {
  const { t } = useTranslation();
  const config = useConfig();
  const [started, setStarted] = useState(() => resumedProgress(task.id, wallet.address));
  const session = useSession(wallet.connector);
  const name = session?.peer.metadata.name.trim() || wallet.connector.name;
  const leave = async () => {
    // Without an answer of the relay, the session lasts and would be connected again.
    if (isRelayed(wallet.connector)) forgetWallet();
    onLeave();
    if (isRelayed(wallet.connector)) await endSession(wallet.connector);
    await disconnect(config).catch(() => undefined);
    await config.storage?.removeItem("recentConnectorId");
  };
  const walletLine = (
    <p className="mt-auto flex flex-wrap items-center justify-between gap-x-4 border-t border-line pt-2 text-sm text-ink-muted">
      <span className="flex min-w-0 gap-1">
        <bdi className="truncate">{name}</bdi>{" "}
        <span className="shrink-0 tabular-nums">{shortAddress(wallet.address)}</span>
      </span>
      <button
        type="button"
        onClick={() => void leave()}
        className="min-h-11 underline-offset-4 hover:text-ink hover:underline"
      >
        {t("wallet.change")}
      </button>
    </p>
  );
  return (
    <div className="flex grow flex-col gap-5">
      {started === null ? (
        <>
          {offer(wallet, (option) =>
            setStarted({ option, results: [], walletKey: walletKeyOf(wallet.connector), isResumed: false }),
          )}
          {walletLine}
        </>
      ) : (
        <PayOption
          key={started.option.id}
          task={task}
          wallet={wallet}
          walletLine={walletLine}
          onWalletNeeded={onLeave}
          initial={started}
          isResumed={started.isResumed}
          onBack={() => setStarted(null)}
        />
      )}
    </div>
  );
}

/** Restores saved progress if the same account is connected. */
function resumedProgress(id: string, address: string): Started | null {
  const progress = recallProgress(id);
  if (progress === null || !isSameAddress(addressOf(progress.option), address)) return null;
  return { ...progress, isResumed: true };
}
