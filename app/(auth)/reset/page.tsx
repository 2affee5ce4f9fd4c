import type { Metadata } from "next";
import { AuthCard } from "#components/auth/auth-card.tsx";
import { RequestLinkForm } from "#components/auth/request-link-form.tsx";
import { TextLink } from "#components/ui/text-link.tsx";
import { isEmailConfigured } from "#lib/domain/partners/email-links/is-email-configured.ts";

export const metadata: Metadata = { title: "Reset your password", robots: { index: false } };

const back = <TextLink href="/sign-in">Back to sign in</TextLink>;

export default function ResetPage() {
  if (!isEmailConfigured()) {
    const about = "This service doesn't send email. Ask the operator for a link to set a new password.";
    return <AuthCard title="Reset your password" about={about} elsewhere={back} />;
  }
  return (
    <AuthCard title="Reset your password" about="We'll email you a link to set a new password." elsewhere={back}>
      <RequestLinkForm action="reset.request" />
    </AuthCard>
  );
}
