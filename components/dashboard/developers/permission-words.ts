import type { QueryOutput } from "#lib/dashboard/wire.ts";

export type Permission = QueryOutput<"developers.keys">["permissions"][number]["permission"];

/** What a key may do, in plain words. */
export const permissionWords: Readonly<Record<Permission, { label: string; about: string }>> = {
  "payments:read": { label: "Read payments", about: "Status, details and lists of payments" },
  "payments:write": { label: "Create and cancel payments", about: "Makes payment links" },
  "refunds:write": { label: "Mark refunds", about: "Says that a payment was given back; moves no money" },
  "merchants:read": { label: "Read merchants", about: "Merchants and where their money goes" },
  "merchants:write": { label: "Manage merchants", about: "Creates, changes and deletes merchants" },
  "settlements:write": {
    label: "Change settlements",
    about: "Says where merchants’ money goes: give this to few keys",
  },
  gateway: { label: "Act as a wallet", about: "Asks for options and confirms payments as buyers’ wallets do" },
};

/** Usual sets of permissions. */
export const presets: readonly { label: string; permissions: readonly Permission[] }[] = [
  { label: "A shop’s server", permissions: ["payments:read", "payments:write", "refunds:write"] },
  { label: "Reports", permissions: ["payments:read", "merchants:read"] },
  {
    label: "A platform’s server",
    permissions: [
      ...(["payments:read", "payments:write", "refunds:write"] as const),
      ...(["merchants:read", "merchants:write", "settlements:write"] as const),
    ],
  },
];
