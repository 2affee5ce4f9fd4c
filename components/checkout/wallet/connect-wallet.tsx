import { type ComponentType, useEffect, useState } from "react";
import { useAccount, useConfig } from "wagmi";
import { connect, reconnect } from "wagmi/actions";
import { useTranslation } from "#components/checkout/messages/translation.tsx";
import { SpinnerIcon } from "#components/ui/icons.tsx";

type Modal = ComponentType<{ onClose: () => void }>;

/**
 * Connects a wallet: the last one used if it still allows that, else the only one available, else the one that the
 * buyer picks from a list.
 */
export function ConnectWallet({ onLeave }: { onLeave: () => void }) {
  const { t } = useTranslation();
  const config = useConfig();
  const { status } = useAccount();
  const [Modal, setModal] = useState<Modal | null>(null);
  useEffect(() => {
    let isCurrent = true;
    const begin = async () => {
      const reconnected = await reconnect(config);
      if (!isCurrent || reconnected.length > 0 || config.state.status === "connected") return;
      const [only, ...others] = config.connectors;
      if (only !== undefined && others.length === 0) {
        await connect(config, { connector: only });
        return;
      }
      const { ConnectModal } = await import("#components/checkout/wallet/connect-modal.tsx");
      if (isCurrent) setModal(() => ConnectModal);
    };
    begin().catch(() => isCurrent && onLeave());
    return () => {
      isCurrent = false;
    };
  }, [config, onLeave]);
  // While the buyer chooses from the list, no wallet is asked yet.
  const isBusy = status === "connecting" || Modal === null;
  return (
    <>
      <p role="status" className="flex min-h-13 items-center justify-center gap-2 font-medium text-ink-muted">
        {isBusy && <SpinnerIcon />}
        {isBusy && t(status === "connecting" ? "sign.waiting" : "methods.loading")}
      </p>
      {Modal !== null && <Modal onClose={() => config.state.status !== "connected" && onLeave()} />}
    </>
  );
}
