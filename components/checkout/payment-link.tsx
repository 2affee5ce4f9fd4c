import { CopyButton } from "#components/ui/copy-button.tsx";

/** The link that a wallet reads; all of it is shown, so that it can be selected where nothing can be copied. */
export function PaymentLink({ link }: { link: string }) {
  return (
    <div className="flex flex-col gap-3">
      <div className="rounded-lg border border-line bg-sunken px-4 py-3">
        <p className="text-sm text-ink-muted">Payment link</p>
        <p className="font-medium break-all select-all">{link}</p>
      </div>
      <CopyButton text={link} label="Copy payment link" look="wide" />
    </div>
  );
}
