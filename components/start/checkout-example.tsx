import { CheckIcon } from "#components/ui/icons.tsx";

/** A still picture of the checkout, in the product's own type and colors, and of what follows the payment. */
export function CheckoutExample() {
  return (
    <figure className="w-full max-w-sm space-y-4">
      <div role="img" aria-label={label}>
        <div className="overflow-clip rounded-2xl border border-line bg-surface shadow-card">
          <div className="relative flex flex-col gap-4 border-b border-dashed border-line-strong bg-sunken px-6 pt-6 pb-5">
            <p className="flex items-center gap-3">
              <span className="grid size-10 shrink-0 place-items-center rounded-xl bg-accent-wash font-semibold text-accent">
                C
              </span>
              <span className="leading-snug">
                <span className="block text-sm text-ink-muted">Payment to</span>
                <span className="block font-semibold">Café Lumen</span>
              </span>
            </p>
            <p>
              <span className="block text-4xl font-semibold tracking-tight tabular-nums">$24.90</span>
              <span className="text-sm text-ink-muted">US Dollar</span>
            </p>
            <p className="text-sm">
              <span className="text-ink-muted">Reference</span> ORDER-7
            </p>
            <Notch side="-left-2" />
            <Notch side="-right-2" />
          </div>
          <div className="space-y-4 p-6">
            <p className="flex items-center gap-3 rounded-xl border border-accent px-3 py-2.5 ring-1 ring-accent">
              <span className="relative shrink-0">
                <Icon path="tokens/usdc" size={36} className="size-9" />
                <Icon
                  path="networks/8453"
                  size={16}
                  className="absolute -right-1 -bottom-1 size-4 rounded-full ring-2 ring-surface"
                />
              </span>
              <span className="grow">
                <span className="flex items-center justify-between gap-3 font-semibold tabular-nums">
                  24.90 USDC
                  <span className="rounded-full bg-accent-wash px-2 text-xs leading-5 font-medium text-accent">
                    No fee
                  </span>
                </span>
                <span className="block text-[0.8125rem] text-ink-muted">Base</span>
              </span>
            </p>
            <p className="flex min-h-12 items-center justify-center rounded-lg bg-accent font-semibold text-on-accent">
              Pay 24.90 USDC
            </p>
          </div>
        </div>
        <p className="mx-6 flex items-center gap-3 rounded-b-2xl border border-t-0 border-line bg-surface px-4 py-3 text-sm">
          <span className="grid size-7 shrink-0 place-items-center rounded-full bg-accent text-on-accent">
            <CheckIcon className="size-4" />
          </span>
          <span className="leading-snug">
            <span className="block font-medium">Paid and settled</span>
            <span className="text-ink-muted tabular-nums">24.90 USDC in Café Lumen’s wallet</span>
          </span>
        </p>
      </div>
      <figcaption className="text-center text-sm text-ink-muted">
        An example, before and after the buyer pays
      </figcaption>
    </figure>
  );
}

const label =
  "Café Lumen asks for 24.90 US dollars. The buyer chooses USDC on Base, without a fee, and pays 24.90 USDC, which arrive in the wallet of Café Lumen.";

function Notch({ side }: { side: string }) {
  return <span className={`absolute -bottom-2 size-4 rounded-full border border-line bg-canvas ${side}`} />;
}

function Icon({ path, size, className }: { path: string; size: number; className: string }) {
  // biome-ignore lint/performance/noImgElement: next/image writes style attributes, which the content security policy blocks.
  return <img src={`/icons/${path}.svg`} alt="" width={size} height={size} className={className} />;
}
