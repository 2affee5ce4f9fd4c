import type { Metadata } from "next";
import { AcceptInvitation } from "#components/auth/accept-invitation.tsx";

export const metadata: Metadata = { title: "Invitation", robots: { index: false } };

export default function InvitationPage() {
  return <AcceptInvitation />;
}
