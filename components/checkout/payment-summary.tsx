import { AmountFigure } from "#components/checkout/amount-figure.tsx";
import { assetNameOf } from "#components/checkout/format-amount.ts";
import { LocalImage } from "#components/checkout/local-image.tsx";
import type { Translate } from "#components/checkout/messages/messages.ts";
import { type Order, OrderSummary } from "#components/checkout/order-summary.tsx";
import { supportLink } from "#components/checkout/support-link.ts";
import type { WireAmount } from "#lib/api/schemas/amount.ts";

type Merchant = { name: string; iconUrl: string | null };
type PaymentSummaryProps = {
  t: Translate;
  locale: string;
  merchant: Merchant;
  amount: WireAmount;
  reference: string;
  order: Order;
  /** An email or an HTTPS URL for buyers who need help; null for none. */
  supportContact: string | null;
};

/** The merchant, the amount, the order and the merchant's reference. */
export function PaymentSummary(props: PaymentSummaryProps) {
  const { t, locale, merchant, amount, reference, order, supportContact } = props;
  const hasOrder = order.description !== null || order.items.length > 0;
  return (
    <div className="flex flex-col gap-5 lg:gap-8 line:contents">
      <MerchantHeading label={t("summary.to")} merchant={merchant} />
      <div className="space-y-3 line:contents">
        <AmountSummary t={t} locale={locale} amount={amount} />
        <div className="space-y-3 line:hidden">
          <p className="text-sm wrap-anywhere">
            <span className="text-ink-muted">{t("summary.reference")}</span> <bdi>{reference}</bdi>
          </p>
          {hasOrder && <OrderSummary t={t} locale={locale} order={order} />}
          {supportContact !== null && (
            // The other part of the ticket may have a button for the same.
            <a
              href={supportLink(supportContact, reference)}
              target={supportContact.startsWith("https:") ? "_blank" : undefined}
              rel="noreferrer"
              className="inline-flex min-h-11 max-w-full items-center text-sm font-medium wrap-anywhere text-accent underline-offset-4 hover:underline group-has-data-contact/ticket:hidden print:hidden"
            >
              {t("summary.help", { merchant: merchant.name })}
            </a>
          )}
        </div>
      </div>
    </div>
  );
}

/** The merchant's logo and name, under a label. */
export function MerchantHeading({ label, merchant }: { label: string; merchant: Merchant }) {
  return (
    <div className="flex items-start gap-3 line:contents">
      {merchant.iconUrl === null ? (
        <span
          aria-hidden="true"
          className="grid size-11 shrink-0 place-items-center rounded-xl bg-accent-wash text-lg font-semibold text-accent uppercase line:row-span-2 line:size-9"
        >
          {Array.from(merchant.name)[0]}
        </span>
      ) : (
        <LocalImage
          url={merchant.iconUrl}
          size={44}
          className="size-11 shrink-0 rounded-xl object-cover line:row-span-2 line:size-9"
        />
      )}
      <div className="min-w-0 foldable:group-data-unfolded/ticket:pe-10 line:col-start-2 line:row-span-2 line:row-start-1 line:group-has-data-time-left/ticket:row-end-2">
        <p className="text-sm text-ink-muted line:sr-only">{label}</p>
        <h1 className="leading-snug font-semibold break-words">
          {/* A name that is cut off loses its end, also where it is written in the other direction than the page. */}
          <bdi className="line:inline-block line:max-w-full line:truncate line:align-bottom">{merchant.name}</bdi>
        </h1>
      </div>
    </div>
  );
}

/** An amount in large type, and its asset and network. */
export function AmountSummary({ t, locale, amount }: Pick<PaymentSummaryProps, "t" | "locale" | "amount">) {
  const { networkName } = amount.display;
  const asset = assetNameOf(amount, locale);
  return (
    <div className="space-y-1 line:contents">
      <AmountFigure amount={amount} locale={locale} />
      <p className="text-ink-muted line:hidden">
        {networkName === undefined ? asset : t("summary.assetOnNetwork", { asset, network: networkName })}
      </p>
    </div>
  );
}
