import { type ComponentType, useEffect, useState } from "react";
import { useConfig } from "wagmi";
import { connect, reconnect } from "wagmi/actions";
import { useLanguage } from "#components/checkout/messages/language.tsx";
import { SpinnerIcon } from "#components/ui/icons.tsx";

type Modal = ComponentType<{ onClose: () => void }>;

/**
 * Gets a wallet connected: the one of last time if it still lets us, the only one there is without asking which, else
 * the one that the buyer chooses.
 */
export function ConnectGate({ onLeave }: { onLeave: () => void }) {
  const { say } = useLanguage();
  const config = useConfig();
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
  return (
    <>
      <p role="status" className="flex min-h-13 items-center justify-center gap-2 font-medium text-ink-muted">
        <SpinnerIcon />
        {say("sign.waiting")}
      </p>
      {Modal !== null && <Modal onClose={() => config.state.status !== "connected" && onLeave()} />}
    </>
  );
}
