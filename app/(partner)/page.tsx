import { buttonClass } from "#components/ui/action-button.tsx";
import { Link } from "#components/ui/link.tsx";
import { TextLink } from "#components/ui/text-link.tsx";
import { Wordmark } from "#components/ui/wordmark.tsx";
import { signUpState } from "#lib/dashboard/sign-up-state.ts";

export default function HomePage() {
  return (
    <main className="mx-auto flex w-full max-w-lg grow flex-col justify-center gap-8 px-6 py-16">
      <h1 className="text-3xl">
        <Wordmark />
      </h1>
      <p className="text-xl text-pretty">
        Self-hosted stablecoin payments. Buyers pay from a link, and the money goes to the merchant's own wallet.
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
      <div className="space-y-3 text-pretty text-ink-muted">
        <p>Have a payment link? Open it to pay.</p>
        <p>
          The API is available at <code className="font-medium text-ink">/v1</code>. See the{" "}
          <TextLink href="/docs">API reference</TextLink>.
        </p>
      </div>
    </main>
  );
}
