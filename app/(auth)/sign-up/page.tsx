import type { Metadata } from "next";
import { AuthCard } from "#components/auth/auth-card.tsx";
import { RequestLinkForm } from "#components/auth/request-link-form.tsx";
import { TextLink } from "#components/ui/text-link.tsx";
import { signUpState } from "#lib/dashboard/entry/sign-up-state.ts";

export const metadata: Metadata = { title: "Sign up", robots: { index: false } };

const signIn = (
  <>
    You have an account? <TextLink href="/sign-in">Sign in</TextLink>
  </>
);

export default function SignUpPage() {
  const state = signUpState();
  if (state === "closed") {
    const about = "This installation is by invitation: ask the company that you work with, or whoever runs it.";
    return <AuthCard title="Sign-up is closed" about={about} elsewhere={signIn} />;
  }
  if (state === "no_mail") {
    const about = "This installation sends no mail, so nobody can sign up here. Whoever runs it can invite you.";
    return <AuthCard title="Ask for an invitation" about={about} elsewhere={signIn} />;
  }
  return (
    <AuthCard title="Sign up" about="We send you a link; you go on from there." elsewhere={signIn}>
      <RequestLinkForm action="signUp.request" label="Send the link" outcome="It says how to go on." />
    </AuthCard>
  );
}
