import { env } from "#lib/env/env.ts";

export type LinkKind = "sign_up" | "password_reset" | "invitation";

const pages: Readonly<Record<LinkKind, string>> = {
  sign_up: "/sign-up/complete",
  password_reset: "/reset/complete",
  invitation: "/invitation",
};

/** Where a link leads. Its secret stands behind `#`, which browsers keep to themselves: no server's or proxy's log has it. */
export function linkAddress(kind: LinkKind, token: string): string {
  return `${env().PUBLIC_URL}${pages[kind]}#${token}`;
}
