import type { ReactNode } from "react";
import { OperatorLine } from "#app/operator-line.tsx";
import { CheckoutExample } from "#components/start/checkout-example.tsx";
import { buttonClass } from "#components/ui/action-button.tsx";
import { Link } from "#components/ui/link.tsx";
import { TextLink } from "#components/ui/text-link.tsx";
import { Wordmark } from "#components/ui/wordmark.tsx";
import { signUpState } from "#lib/dashboard/sign-up-state.ts";
import { env } from "#lib/env/env.ts";

export default function StartPage() {
  return (
    <div className="mx-auto flex w-full max-w-6xl grow flex-col px-5 sm:px-8">
      <Header />
      <main className="grow space-y-16 py-10 sm:py-16 lg:space-y-24">
        <div className="flex flex-col gap-x-16 gap-y-12 lg:flex-row lg:items-center">
          <Introduction />
          <div className="flex grow justify-center">
            <CheckoutExample />
          </div>
        </div>
        <Steps />
      </main>
      <Footer />
    </div>
  );
}

function Header() {
  return (
    <header className="flex items-center justify-between gap-4 py-4">
      <Wordmark className="text-xl" />
      <nav aria-label="Pages" className="flex gap-1">
        <Link href="/docs" className={buttonClass("quiet")}>
          Docs
        </Link>
        <a href="/dashboard" className={buttonClass("quiet")}>
          Dashboard
        </a>
      </nav>
    </header>
  );
}

function Introduction() {
  return (
    <div className="max-w-xl space-y-6">
      <h1 className="text-[2rem]/tight font-semibold tracking-tight text-balance sm:text-5xl/tight">
        Stablecoin payments, straight to the merchant’s wallet
      </h1>
      <p className="text-lg text-pretty text-ink-muted">
        Till is a self-hosted payment service. The buyer opens a link and signs once, and the same transaction pays the
        merchant.
      </p>
      <div className="flex flex-wrap gap-3">
        <Link href="/sign-in" className={buttonClass("primary")}>
          Sign in
        </Link>
        {signUpState() === "open" && (
          <Link href="/sign-up" className={buttonClass("plain")}>
            Sign up
          </Link>
        )}
      </div>
      <p className="text-sm text-ink-muted">Have a payment link? Open it to pay. You don’t need an account.</p>
    </div>
  );
}

function Steps() {
  return (
    <section aria-label="How a payment works">
      <ol className="grid gap-x-10 gap-y-8 border-t border-line pt-10 md:grid-cols-3">
        <Step title="Create a link">
          In the dashboard, or with one call to the API. The <TextLink href="/docs">API reference</TextLink> has guides
          and code for five languages.
        </Step>
        <Step title="The buyer pays">
          They connect a wallet and sign once. With tokens such as USDC and EURC they need no coins for network fees.
        </Step>
        <Step title="The merchant has the money">
          The transaction that collects the payment also delivers it. Webhooks tell your server once it is final.
        </Step>
      </ol>
    </section>
  );
}

function Step({ title, children }: { title: string; children: ReactNode }) {
  return (
    <li className="space-y-2">
      <h2 className="font-semibold">{title}</h2>
      <p className="text-pretty text-ink-muted">{children}</p>
    </li>
  );
}

function Footer() {
  const { OPERATOR_SOURCE_URL, OPERATOR_STATUS_URL } = env();
  return (
    <footer className="flex flex-wrap items-center justify-between gap-x-8 border-t border-line py-4 text-sm text-ink-muted">
      <nav aria-label="About this service" className="flex flex-wrap gap-x-4">
        <FooterLink href="/docs">Docs</FooterLink>
        {OPERATOR_SOURCE_URL !== undefined && <FooterLink href={OPERATOR_SOURCE_URL}>Source code</FooterLink>}
        <FooterLink href={OPERATOR_STATUS_URL ?? "/readyz"}>Status</FooterLink>
      </nav>
      <OperatorLine locale="en" />
    </footer>
  );
}

function FooterLink({ href, children }: { href: string; children: string }) {
  return (
    <a href={href} className="inline-flex min-h-11 min-w-11 items-center hover:text-ink hover:underline">
      {children}
    </a>
  );
}
