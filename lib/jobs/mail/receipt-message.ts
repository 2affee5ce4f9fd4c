import { getChain } from "#lib/chain/chains.ts";
import { findToken } from "#lib/chain/tokens.ts";
import { intlLocale } from "#lib/core/locales.ts";
import { unlinked } from "#lib/core/unlinked.ts";
import type { ReceiptFacts } from "#lib/domain/payments/receipts/read-receipt.ts";
import { formatMoney } from "#lib/jobs/mail/format.ts";
import type { Message, Row } from "#lib/jobs/mail/message.ts";
import { own, type Prose, prose } from "#lib/jobs/mail/prose.ts";
import { type PlainKey, translatorFor } from "#lib/jobs/mail/translate.ts";

/**
 * To a buyer who asked for the receipt of a payment that succeeded, in the language of the checkout.
 * @param logo a square PNG.
 */
export function receiptMessage(facts: ReceiptFacts, logo: Buffer | null): Message {
  const { locale, merchantName, brandColor, paymentId, paid, paidAt, txHash, order, link } = facts;
  const t = translatorFor(locale);
  const intl = intlLocale(locale);
  const merchant = alwaysQuoted(merchantName);
  const date = new Intl.DateTimeFormat(intl, { dateStyle: "long", timeStyle: "short", timeZone: "UTC" }).format(paidAt);
  const { amount, network } = describePaid(paid, intl);
  const row = (label: PlainKey, value: string): Row => ({ label: t(label), value: own(alwaysIsolated(value)) });
  const items = describeItems(facts, intl);
  return {
    locale,
    subject: t("receipt.subject", { merchant }),
    title: t("receipt.thanks", { merchant }),
    blocks: [
      { figure: row("receipt.paid", amount) },
      ...(order.description === null ? [] : [alwaysQuoted(order.description)]),
      ...(items.length === 0 ? [] : [{ rows: items, as: "order" } as const]),
      {
        rows: [
          row("receipt.network", network),
          row("receipt.date", `${date} UTC`),
          row("receipt.payment", paymentId),
          row("receipt.transaction", txHash),
        ],
        as: "facts",
      },
    ],
    action: { label: t("receipt.view"), address: link },
    closing: t("receipt.closing"),
    brand: { name: merchant, logo, color: brandColor },
  };
}

/**
 * Isolates a name or value (U+2068, U+2069), so that its direction doesn't reorder the text around it. Control characters and
 * directional marks of its own are removed.
 */
function alwaysIsolated(text: string): string {
  return `\u2068${text.replaceAll(/[\p{Cc}\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069]+/gu, " ").trim()}\u2069`;
}

/** Quotes a text of the merchant, isolated in every language. */
function alwaysQuoted(text: string): Prose {
  return own(alwaysIsolated(unlinked(text)));
}

/** The lines of the order, in the merchant's words. */
function describeItems({ order: { lineItems }, orderUnit: unit }: ReceiptFacts, intl: string): Row[] {
  const count = new Intl.NumberFormat(intl);
  return lineItems.map(({ name, quantity, total }) => {
    const many = quantity === 1 ? "" : `${alwaysIsolated(count.format(quantity))} × `;
    const label = prose`${own(many)}${alwaysQuoted(name)}`;
    return { label, value: own(alwaysIsolated(formatMoney({ unit, value: total }, intl))) };
  });
}

function describePaid(paid: ReceiptFacts["paid"], intl: string): { amount: string; network: string } {
  const token = paid.unit.kind === "token" ? findToken(paid.unit.asset) : null;
  if (token === null) throw new Error("a receipt is about a token that is no longer known");
  return { amount: formatMoney(paid, intl), network: getChain(token.chainId).name };
}
