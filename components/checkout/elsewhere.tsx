import type { Say } from "#components/checkout/messages/translate.ts";
import { QrCode } from "#components/checkout/qr-code.tsx";
import { OpenInWalletApp } from "#components/checkout/wallet-apps.tsx";

type ElsewhereProps = {
  say: Say;
  link: string;
  /** In a shop's frame, where a wallet app can't be opened in place. */
  isFramed: boolean;
};

/** Ways to pay that need no script: a code for the phone on a desktop, on a phone its wallet apps. */
export function Elsewhere({ say, link, isFramed }: ElsewhereProps) {
  return (
    <>
      <div className="hidden items-center gap-5 border-t border-line pt-5 lg:flex pointer-fine:flex">
        <QrCode text={link} label={say("ways.qrLabel")} className="size-36 shrink-0 rounded-lg" />
        <div className="space-y-1">
          <p className="font-medium">{say("ways.scan")}</p>
          <p className="text-sm text-pretty text-ink-muted">{say("ways.scanHint")}</p>
        </div>
      </div>
      <div className="space-y-2 border-t border-line pt-4 lg:hidden pointer-fine:hidden">
        <p className="text-sm text-ink-muted">{say("ways.apps")}</p>
        <OpenInWalletApp link={link} isFramed={isFramed} />
      </div>
    </>
  );
}
