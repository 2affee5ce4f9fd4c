import type { Role } from "#lib/core/roles.ts";

/** The content of an email; render-message.ts gives it a layout. */
export type Message = {
  subject: string;
  paragraphs: readonly string[];
  link: { label: string; address: string } | null;
  /** Small print below the link. */
  closing: string;
};

const notYou = "If this wasn't you, you can ignore this email.";

/** To an email that signs up. */
export function signUpMessage(link: string): Message {
  return {
    subject: "Confirm your email",
    paragraphs: ["Confirm your email to create your Till account.", "This link expires in 24 hours."],
    link: { label: "Create account", address: link },
    closing: notYou,
  };
}

/** To an email that signs up and already has an account. */
export function accountExistsMessage(publicUrl: string): Message {
  return {
    subject: "You already have a Till account",
    paragraphs: [
      "You tried to sign up with this email, but it already has a Till account. Sign in instead.",
      `Forgot your password? Set a new one at ${publicUrl}/reset`,
    ],
    link: { label: "Sign in", address: `${publicUrl}/sign-in` },
    closing: notYou,
  };
}

/** To a user who forgot their password. */
export function resetMessage(link: string): Message {
  return {
    subject: "Reset your Till password",
    paragraphs: ["Set a new password for your Till account.", "This link expires in 1 hour."],
    link: { label: "Set a new password", address: link },
    closing: notYou,
  };
}

type Invitation = { partnerName: string; role: Role; link: string };

/** To the email that a partner invites. */
export function invitationMessage({ partnerName, role, link }: Invitation): Message {
  const article = role === "owner" || role === "admin" ? "an" : "a";
  return {
    subject: `Join ${partnerName} on Till`,
    paragraphs: [
      `${partnerName} invited you to join them on Till as ${article} ${role}.`,
      "This invitation expires in 7 days.",
    ],
    link: { label: "Accept invitation", address: link },
    closing: "If you weren't expecting this invitation, you can ignore this email.",
  };
}
