import type { Exception } from "#components/dashboard/exceptions/exception.ts";
import { CopiedId } from "#components/ui/copied-id.tsx";
import { QrCode } from "#components/ui/qr-code.tsx";

/** The account that the buyer has named for refunds, to copy or scan, or how to get one. */
export function RefundAccount({ exception: { refundAccount, money } }: { exception: Exception }) {
  if (refundAccount === null) {
    return (
      <div>
        <dt className="text-ink-muted">To</dt>
        <dd className="max-w-prose text-pretty">
          The buyer hasn't named an account. Ask for one of their own, which they can also name on the payment's page
          themselves. Don't pay the sender of the transfer: it may be an exchange, which can't tell whose money that is.
          Until the buyer names one, Till takes a transfer from the merchant's wallet only.
        </dd>
      </div>
    );
  }
  return (
    <div className="space-y-1">
      <dt className="text-ink-muted">To the account that the buyer has named</dt>
      <dd>
        <CopiedId id={refundAccount.id} name="Copy the buyer's account" className="font-mono" />
      </dd>
      {refundAccount.network !== money.network && (
        <dd className="text-pretty">
          The buyer named it for {refundAccount.network}. Ask whether it's theirs on {money.network}, too.
        </dd>
      )}
      <dd>
        <QrCode
          text={refundAccount.id}
          label="QR code of the buyer's account"
          className="block w-full max-w-36 rounded-lg border border-line"
        />
      </dd>
    </div>
  );
}
