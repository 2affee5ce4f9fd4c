import type { Role } from "#lib/core/roles.ts";

/** What somebody is told, in plain words; how it looks is render-message.ts's. */
export type Message = {
  subject: string;
  paragraphs: readonly string[];
  link: { label: string; address: string } | null;
  /** Below the link, smaller. */
  closing: string;
};

const notYou = "If that was not you, there is nothing to do: without this message nobody gets any further.";

/** To an address that wants to sign up. */
export function signUpMessage(link: string): Message {
  return {
    subject: "Your account at Till",
    paragraphs: [
      "Somebody, hopefully you, wants to open an account at Till with this address.",
      "Go on here, within a day:",
    ],
    link: { label: "Open the account", address: link },
    closing: notYou,
  };
}

/** To an address that wants to sign up and has an account. */
export function accountExistsMessage(publicUrl: string): Message {
  return {
    subject: "You have an account at Till",
    paragraphs: [
      "Somebody, hopefully you, wanted to open an account at Till with this address. It has one already.",
      `If you have forgotten the password, set a new one at ${publicUrl}/reset`,
    ],
    link: { label: "Sign in", address: `${publicUrl}/sign-in` },
    closing: "If that was not you, there is nothing to do.",
  };
}

/** To a user who has forgotten the password. */
export function resetMessage(link: string): Message {
  return {
    subject: "A new password for Till",
    paragraphs: [
      "Somebody, hopefully you, has forgotten the password of your account.",
      "Set a new one here, within an hour:",
    ],
    link: { label: "Set a new password", address: link },
    closing: notYou,
  };
}

/** To somebody whom a partner invites. */
export function invitationMessage({
  partnerName,
  role,
  link,
}: {
  partnerName: string;
  role: Role;
  link: string;
}): Message {
  const article = role === "owner" || role === "admin" ? "an" : "a";
  return {
    subject: `${partnerName} invites you to Till`,
    paragraphs: [
      `${partnerName} invites you to work with it at Till, as ${article} ${role}.`,
      "Go on here, within seven days:",
    ],
    link: { label: "Accept the invitation", address: link },
    closing: "If you don't know who that is, there is nothing to do.",
  };
}
