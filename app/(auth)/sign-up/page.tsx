import type { Metadata } from "next";
import { AuthCard } from "#components/auth/auth-card.tsx";
import { RequestLinkForm } from "#components/auth/request-link-form.tsx";
import { TextLink } from "#components/ui/text-link.tsx";
import { signUpState } from "#lib/dashboard/sign-up-state.ts";

export const metadata: Metadata = { title: "Sign up", robots: { index: false } };

const signIn = (
  <>
    Already have an account? <TextLink href="/sign-in">Sign in</TextLink>
  </>
);

export default function SignUpPage() {
  const state = signUpState();
  if (state === "closed") {
    const about = "Sign-up is by invitation only. Ask your company or the operator of this service to invite you.";
    return <AuthCard title="Sign-up is closed" about={about} elsewhere={signIn} />;
  }
  if (state === "no_mail") {
    const about = "This service doesn't send email, so you can't sign up here. Ask the operator to invite you.";
    return <AuthCard title="Ask for an invitation" about={about} elsewhere={signIn} />;
  }
  return (
    <AuthCard title="Sign up" about="We'll email you a link to finish signing up." elsewhere={signIn}>
      <RequestLinkForm action="signUp.request" />
    </AuthCard>
  );
}
