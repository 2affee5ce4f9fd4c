import type { Metadata, Viewport } from "next";
import { notFound } from "next/navigation";
import { cache } from "react";
import { visitorLocale } from "#app/visitor-locale.ts";
import { createTranslator } from "#components/checkout/messages/messages.ts";
import { messagesFor } from "#components/checkout/messages/messages-for.ts";
import { TestBand } from "#components/checkout/test-band.tsx";
import { CollectCard } from "#components/collect/collect-card.tsx";
import { CollectForm } from "#components/collect/collect-form.tsx";
import { FormOutcome } from "#components/collect/form-outcome.tsx";
import { FormTranslationProvider } from "#components/collect/form-translation.tsx";
import { createFormTranslator } from "#components/collect/messages/form-messages.ts";
import { formMessagesFor } from "#components/collect/messages/form-messages-for.ts";
import type { Country } from "#components/collect/place-fields.tsx";
import { readPrefill } from "#components/collect/read-prefill.ts";
import { presentInfo } from "#lib/api/presenters/gateway.ts";
import { isTestAccount } from "#lib/core/account-mode.ts";
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

export async function generateMetadata({ params }: Props): Promise<Metadata> {
  const locale = await visitorLocale();
  const title = createFormTranslator(formMessagesFor(locale))("title");
  const found = await readPayment((await params).paymentId);
  const isTest = found !== null && isTestAccount(found.payment.partnerId);
  const t = createTranslator(messagesFor(locale));
  return { title: isTest ? t("page.testTitle", { title }) : title, robots: { index: false } };
}

export async function generateViewport({ searchParams }: Props): Promise<Viewport> {
  const { theme } = await searchParams;
  if (theme === "light") return { colorScheme: "light", themeColor: "#f3f2ed" };
  return theme === "dark" ? { colorScheme: "dark", themeColor: "#0e1110" } : {};
}

const first = (value: string | string[] | undefined) => (Array.isArray(value) ? value[0] : value);

/** Reads the payment once for the title and the form; null if it doesn't exist. */
const readPayment = cache(async (paymentId: string) => {
  try {
    return await getGatewayPayment({ partnerId: null, merchantId: null }, paymentId);
  } catch (error) {
    if (isTillError(error) && error.code === "payment_not_found") return null;
    throw error;
  }
});

/** Names the countries on the server, because a browser's Intl data may differ and break hydration. */
function listCountries(locale: string): Country[] {
  const names = new Intl.DisplayNames(locale, { type: "region" });
  const { compare } = new Intl.Collator(locale);
  return countryCodes.map((code) => [code, names.of(code) ?? code] as const).sort((a, b) => compare(a[1], b[1]));
}

export default async function CollectPage({ params, searchParams }: Props) {
  const { accounts, prefill, flat } = await searchParams;
  const found = await readPayment((await params).paymentId);
  if (found === null) notFound();
  const form = await getBuyerDataForm(found.payment, first(accounts) ?? "", rateSource());
  const visitor = await visitorLocale();
  const messages = formMessagesFor(visitor);
  const locale = intlLocale(visitor);
  const t = createFormTranslator(messages);
  const { payment } = found;
  const now = clock.now();
  const { amount, merchant } = presentInfo(found, statusAt(payment, now));
  const band = isTestAccount(payment.partnerId) && <TestBand t={createTranslator(messagesFor(visitor))} />;
  const isFlat = first(flat) === "1";
  const card = { band, paymentTo: t("paymentTo"), merchantName: merchant.name, amount, locale, isFlat };
  if (form.kind !== "open") {
    return (
      <FormTranslationProvider messages={messages}>
        <CollectCard {...card}>
          <FormOutcome kind={form.kind === "closed" ? form.status : form.kind} />
        </CollectCard>
      </FormTranslationProvider>
    );
  }
  const { request } = form;
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
