import { env } from "#lib/env/env.ts";

export type LinkKind = "sign_up" | "password_reset" | "invitation";

const pages: Readonly<Record<LinkKind, string>> = {
  sign_up: "/sign-up/complete",
  password_reset: "/reset/complete",
  invitation: "/invitation",
};

/** The URL of an email link. The secret is in the fragment, which browsers don't send, so no server or proxy logs it. */
export function linkUrl(kind: LinkKind, token: string): string {
  return `${env().PUBLIC_URL}${pages[kind]}#${token}`;
}
