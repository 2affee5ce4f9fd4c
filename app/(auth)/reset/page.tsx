import type { Metadata } from "next";
import { AuthCard } from "#components/auth/auth-card.tsx";
import { RequestLinkForm } from "#components/auth/request-link-form.tsx";
import { TextLink } from "#components/ui/text-link.tsx";
import { isEmailConfigured } from "#lib/domain/partners/email-links/is-email-configured.ts";

export const metadata: Metadata = { title: "Forgot the password", robots: { index: false } };

const back = <TextLink href="/sign-in">Back to sign in</TextLink>;

export default function ResetPage() {
  if (!isEmailConfigured()) {
    const about = "This installation sends no mail. Whoever runs it can give you a link to a new password.";
    return <AuthCard title="Forgot the password" about={about} elsewhere={back} />;
  }
  return (
    <AuthCard title="Forgot the password" about="We send you a link to a new one." elsewhere={back}>
      <RequestLinkForm
        action="reset.request"
        label="Send the link"
        outcome="If the address has an account here, it leads to a new password."
      />
    </AuthCard>
  );
}
