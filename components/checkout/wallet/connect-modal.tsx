import "@rainbow-me/rainbowkit/styles.css";
import "#components/checkout/wallet/connect-modal.css";
import { type Locale, RainbowKitProvider, useConnectModal } from "@rainbow-me/rainbowkit";
import { useEffect, useRef } from "react";
import { useLanguage } from "#components/checkout/messages/language.tsx";

const locales: Readonly<Record<string, Locale>> = {
  ...{ ar: "ar", de: "de", en: "en", es: "es", fr: "fr", pt: "pt", zh: "zh-CN" },
};

/** RainbowKit's list of wallets, open; tells when it was closed, with a wallet or without. */
export function ConnectModal({ onClose }: { onClose: () => void }) {
  const { locale } = useLanguage();
  useEffect(hidePictures, []);
  // Its theme would be a style that the page's policy refuses; connect-modal.css sets the same variables.
  return (
    <RainbowKitProvider
      appInfo={{ learnMoreUrl: "https://ethereum.org/wallets/" }}
      theme={null}
      modalSize="compact"
      locale={locales[locale.slice(0, 2)] ?? "en"}
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

/** RainbowKit gives wallets' pictures a role and no name; their names stand beside them. */
function hidePictures(): () => void {
  const observer = new MutationObserver(() => {
    for (const picture of document.querySelectorAll("[data-rk] [role=img]:not([aria-label])")) {
      picture.setAttribute("role", "presentation");
    }
  });
  observer.observe(document.body, { childList: true, subtree: true });
  return () => observer.disconnect();
}
