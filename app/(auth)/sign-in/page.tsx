import type { Metadata } from "next";
import { redirect } from "next/navigation";
import { AuthCard } from "#components/auth/auth-card.tsx";
import { ProviderButtons } from "#components/auth/provider-buttons.tsx";
import { SignInForm } from "#components/auth/sign-in-form.tsx";
import { Problem } from "#components/ui/problem.tsx";
import { TextLink } from "#components/ui/text-link.tsx";
import { currentMember } from "#lib/dashboard/current-member.ts";
import { providerNames } from "#lib/dashboard/entry/providers.ts";
import { ownPath } from "#lib/dashboard/own-path.ts";

export const metadata: Metadata = { title: "Sign in", robots: { index: false } };

type Query = Partial<Record<"next" | "error" | "done", string | string[]>>;

/** How a sign-in at another place ended; next-auth has codes of its own for the rest. */
const problems: Readonly<Record<string, string>> = {
  unknown: "Nobody here has the address that you signed in with there. Ask your company for an invitation to it.",
  unverified: "The other place does not say that it has verified your address, so it can't be taken for yours.",
  second_factor: "Your account asks for a code as well. Sign in with address, password and code.",
};
const otherProblem = "Signing in there did not work. Try again.";

export default async function SignInPage({ searchParams }: { searchParams: Promise<Query> }) {
  const { next: asked, error, done } = await searchParams;
  const next = ownPath(asked);
  if ((await currentMember()) !== null) redirect(next);
  return (
    <AuthCard
      title="Sign in"
      elsewhere={
        <>
          No account yet? <TextLink href="/sign-up">Sign up</TextLink>
        </>
      }
    >
      {typeof error === "string" && (
        <Problem>{Object.hasOwn(problems, error) ? problems[error] : otherProblem}</Problem>
      )}
      {done === "reset" && (
        <p role="status" className="rounded-lg bg-accent-wash px-4 py-3 text-sm">
          The new password is set. Sign in with it.
        </p>
      )}
      <SignInForm next={next} />
      <p className="text-sm">
        <TextLink href="/reset">Forgot the password?</TextLink>
      </p>
      <ProviderButtons providers={providerNames()} next={next} />
    </AuthCard>
  );
}
