import type { Metadata } from "next";
import { redirect } from "next/navigation";
import { AuthCard } from "#components/auth/auth-card.tsx";
import { PasskeySignIn } from "#components/auth/passkey-sign-in.tsx";
import { ProviderButtons } from "#components/auth/provider-buttons.tsx";
import { SignInForm } from "#components/auth/sign-in-form.tsx";
import { OrDivider } from "#components/ui/or-divider.tsx";
import { Problem } from "#components/ui/problem.tsx";
import { TextLink } from "#components/ui/text-link.tsx";
import { currentMember } from "#lib/dashboard/current-member.ts";
import { ownPath } from "#lib/dashboard/own-path.ts";
import { providerNames } from "#lib/dashboard/sign-in/providers.ts";
import { signUpState } from "#lib/dashboard/sign-up-state.ts";
import { findRelyingParty } from "#lib/domain/partners/users/passkeys/relying-party.ts";

export const metadata: Metadata = { title: "Sign in", robots: { index: false } };

type Query = Partial<Record<"next" | "error" | "done", string | string[]>>;

/** Messages for our own outcomes of a sign-in with a provider; next-auth has other codes for the rest. */
const problems: Readonly<Record<string, string>> = {
  unknown: "No Till account uses the email of that sign-in. Ask your company to invite that email.",
  unverified:
    "That provider hasn't verified your email, so we can't sign you in with it. Verify your email there and try again.",
  second_factor: "Your account requires a code. Sign in with a passkey, or with your email, password and code.",
};
const otherProblem = "That sign-in didn't work. Try again.";

export default async function SignInPage({ searchParams }: { searchParams: Promise<Query> }) {
  const { next: asked, error, done } = await searchParams;
  const next = ownPath(asked);
  if ((await currentMember()) !== null) redirect(next);
  const providers = providerNames();
  const isPasskeyOffered = findRelyingParty() !== null;
  return (
    <AuthCard
      title="Sign in"
      elsewhere={
        signUpState() === "open" ? (
          <>
            No account yet? <TextLink href="/sign-up">Sign up</TextLink>
          </>
        ) : (
          "No account yet? Ask your company or the operator of this service to invite you."
        )
      }
    >
      {typeof error === "string" && (
        <Problem>{Object.hasOwn(problems, error) ? problems[error] : otherProblem}</Problem>
      )}
      {done === "reset" && (
        <p role="status" className="rounded-lg bg-accent-wash px-4 py-3 text-sm">
          Your password has been reset. Sign in with the new one.
        </p>
      )}
      <SignInForm next={next} />
      <p className="text-sm">
        <TextLink href="/reset">Forgot password?</TextLink>
      </p>
      {(isPasskeyOffered || providers.length > 0) && (
        <div className="space-y-3">
          <OrDivider />
          {isPasskeyOffered && <PasskeySignIn next={next} />}
          <ProviderButtons providers={providers} next={next} />
        </div>
      )}
    </AuthCard>
  );
}
