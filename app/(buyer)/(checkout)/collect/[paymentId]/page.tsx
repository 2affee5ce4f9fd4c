import type { Metadata, Viewport } from "next";
import { notFound } from "next/navigation";
import { visitorLocale } from "#app/visitor-locale.ts";
import { CollectCard } from "#components/collect/collect-card.tsx";
import { CollectForm } from "#components/collect/collect-form.tsx";
import { FormOutcome } from "#components/collect/form-outcome.tsx";
import { FormTranslationProvider } from "#components/collect/form-translation.tsx";
import { createFormTranslator } from "#components/collect/messages/form-messages.ts";
import { formMessagesFor } from "#components/collect/messages/form-messages-for.ts";
import type { Country } from "#components/collect/place-fields.tsx";
import { readPrefill } from "#components/collect/read-prefill.ts";
import { presentInfo } from "#lib/api/presenters/gateway.ts";
import { countryCodes } from "#lib/core/buyer-form/countries.ts";
import { clock } from "#lib/core/clock.ts";
import { isTillError } from "#lib/core/errors.ts";
import { intlLocale } from "#lib/core/locales.ts";
import { getBuyerDataForm } from "#lib/domain/payments/buyer-data/get-buyer-data-form.ts";
import { getGatewayPayment } from "#lib/domain/payments/gateway/gateway-payment.ts";
import { statusAt } from "#lib/domain/payments/payment.ts";
import { rateSource } from "#lib/domain/payments/rates/configured-rate-source.ts";

type Props = {
  params: Promise<{ paymentId: string }>;
  searchParams: Promise<Record<string, string | string[] | undefined>>;
};

export async function generateMetadata(): Promise<Metadata> {
  const t = createFormTranslator(formMessagesFor(await visitorLocale()));
  return { title: t("title"), robots: { index: false } };
}

export async function generateViewport({ searchParams }: Props): Promise<Viewport> {
  const { theme } = await searchParams;
  if (theme === "light") return { colorScheme: "light", themeColor: "#f3f2ed" };
  return theme === "dark" ? { colorScheme: "dark", themeColor: "#0e1110" } : {};
}

const first = (value: string | string[] | undefined) => (Array.isArray(value) ? value[0] : value);

async function findForm(paymentId: string, accounts: string) {
  try {
    const found = await getGatewayPayment({ partnerId: null, merchantId: null }, paymentId);
    return { found, form: await getBuyerDataForm(found.payment, accounts, rateSource()) };
  } catch (error) {
    if (isTillError(error) && error.code === "payment_not_found") return null;
    throw error;
  }
}

/** Names the countries on the server, because a browser's Intl data may differ and break hydration. */
function listCountries(locale: string): Country[] {
  const names = new Intl.DisplayNames(locale, { type: "region" });
  const { compare } = new Intl.Collator(locale);
  return countryCodes.map((code) => [code, names.of(code) ?? code] as const).sort((a, b) => compare(a[1], b[1]));
}

export default async function CollectPage({ params, searchParams }: Props) {
  const { accounts, prefill, flat } = await searchParams;
  const found = await findForm((await params).paymentId, first(accounts) ?? "");
  if (found === null) notFound();
  const visitor = await visitorLocale();
  const messages = formMessagesFor(visitor);
  const locale = intlLocale(visitor);
  const t = createFormTranslator(messages);
  const { payment } = found.found;
  const now = clock.now();
  const { amount, merchant } = presentInfo(found.found, statusAt(payment, now));
  const card = { paymentTo: t("paymentTo"), merchantName: merchant.name, amount, locale, isFlat: first(flat) === "1" };
  if (found.form.kind !== "open") {
    return (
      <FormTranslationProvider messages={messages}>
        <CollectCard {...card}>
          <FormOutcome kind={found.form.kind === "closed" ? found.form.status : found.form.kind} />
        </CollectCard>
      </FormTranslationProvider>
    );
  }
  const { request } = found.form;
  return (
    <FormTranslationProvider messages={messages}>
      <CollectCard {...card}>
        <CollectForm
          paymentId={payment.id}
          accounts={request.accounts}
          provider={request.provider}
          countries={listCountries(locale)}
          prefill={readPrefill(first(prefill))}
          today={now.toISOString().slice(0, 10)}
        >
          <div className="space-y-2">
            <h1
              className={card.isFlat ? "sr-only" : "text-2xl leading-tight font-semibold tracking-tight text-balance"}
            >
              {t("title")}
            </h1>
            <p className="text-pretty text-ink-muted">{t("intro", { provider: request.provider.name })}</p>
            <noscript>
              <p className="font-medium text-critical">{t("noScript")}</p>
            </noscript>
          </div>
        </CollectForm>
      </CollectCard>
    </FormTranslationProvider>
  );
}
