import type { Translate } from "#components/checkout/messages/messages.ts";
import { OpenInWalletApp } from "#components/checkout/wallet-apps.tsx";
import { QrCode } from "#components/ui/qr-code.tsx";

type PayOnPhoneProps = {
  t: Translate;
  link: string;
  /** Whether a shop's page frames the checkout, where a wallet app can't open in place. */
  isFramed: boolean;
};

/** Ways to pay that work without JavaScript: a QR code on a desktop, links to wallet apps on a phone. */
export function PayOnPhone({ t, link, isFramed }: PayOnPhoneProps) {
  return (
    <>
      <div className="hidden flex-wrap items-center gap-5 border-t border-line pt-5 lg:flex pointer-fine:flex">
        <QrCode text={link} label={t("methods.qrLabel")} className="size-36 shrink-0 rounded-lg" />
        <div className="min-w-0 grow basis-32 space-y-1">
          <p className="font-medium">{t("methods.scan")}</p>
          <p className="text-sm text-pretty text-ink-muted">{t("methods.scanHint")}</p>
        </div>
      </div>
      <div className="space-y-2 border-t border-line pt-4 lg:hidden pointer-fine:hidden">
        <p className="text-sm text-ink-muted">{t("methods.apps")}</p>
        <OpenInWalletApp link={link} isFramed={isFramed} />
      </div>
    </>
  );
}
