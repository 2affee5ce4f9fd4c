import "@rainbow-me/rainbowkit/styles.css";
import "#components/checkout/wallet/connect-modal.css";
import { type Locale, RainbowKitProvider, useConnectModal } from "@rainbow-me/rainbowkit";
import { useEffect, useRef } from "react";
import { useTranslation } from "#components/checkout/messages/translation.tsx";

const modalLocales: Readonly<Record<string, Locale>> = {
  ar: "ar",
  de: "de",
  en: "en",
  es: "es",
  fr: "fr",
  pt: "pt",
  zh: "zh-CN",
};

/** RainbowKit's wallet list, opened. Calls `onClose` when it closes, with or without a connected wallet. */
export function ConnectModal({ onClose }: { onClose: () => void }) {
  const { locale } = useTranslation();
  useEffect(hideUnnamedIcons, []);
  // The content security policy blocks RainbowKit's inline theme; connect-modal.css sets the same variables.
  return (
    <RainbowKitProvider
      appInfo={{ learnMoreUrl: "https://ethereum.org/wallets/" }}
      theme={null}
      modalSize="compact"
      locale={modalLocales[locale.slice(0, 2)] ?? "en"}
    >
      <OpenModal onClose={onClose} />
    </RainbowKitProvider>
  );
}

function OpenModal({ onClose }: { onClose: () => void }) {
  const { openConnectModal, connectModalOpen } = useConnectModal();
  const wasOpen = useRef(false);
  useEffect(() => {
    if (connectModalOpen) wasOpen.current = true;
    else if (wasOpen.current) onClose();
    else openConnectModal?.();
  }, [connectModalOpen, openConnectModal, onClose]);
  return null;
}

/** Hides wallet icons from screen readers: RainbowKit gives them the role `img` but no name, and the name follows as text. */
function hideUnnamedIcons(): () => void {
  const observer = new MutationObserver(() => {
    for (const icon of document.querySelectorAll("[data-rk] [role=img]:not([aria-label])")) {
      icon.setAttribute("role", "presentation");
    }
  });
  observer.observe(document.body, { childList: true, subtree: true });
  return () => observer.disconnect();
}
