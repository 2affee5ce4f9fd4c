import Link from "next/link";
import { buttonClass } from "#components/ui/action-button.tsx";
import { Wordmark } from "#components/ui/wordmark.tsx";

export default function HomePage() {
  return (
    <main className="mx-auto flex w-full max-w-lg grow flex-col justify-center gap-8 px-6 py-16">
      <h1 className="text-3xl">
        <Wordmark />
      </h1>
      <p className="text-xl text-pretty">
        Stablecoin payments, self-hosted: a buyer opens a link and signs; the money goes on to the merchant’s own
        wallet.
      </p>
      <div className="flex flex-wrap gap-3">
        <Link href="/sign-in" className={buttonClass("primary")}>
          Sign in
        </Link>
        <Link href="/sign-up" className={buttonClass("plain")}>
          Sign up
        </Link>
      </div>
      <div className="space-y-3 text-pretty text-ink-muted">
        <p>Were you sent a payment link? Open that link; payments are made there.</p>
        <p>
          The API answers below <code className="font-medium text-ink">/v1</code>. The README that came with this
          installation walks through it.
        </p>
      </div>
    </main>
  );
}
