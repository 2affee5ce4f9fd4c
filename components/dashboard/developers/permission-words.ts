import type { QueryOutput } from "#lib/dashboard/rpc/contract.ts";

export type Permission = QueryOutput<"developers.keys">["permissions"][number]["permission"];

/** Labels and descriptions of the permissions. */
export const permissionWords: Readonly<Record<Permission, { label: string; about: string }>> = {
  "payments:read": { label: "Read payments", about: "Status, details and lists of payments" },
  "payments:write": { label: "Create and cancel payments", about: "Creates payment links and cancels open payments" },
  "refunds:write": {
    label: "Refund payments",
    about: "Marks refunds, and requests them from the merchant's wallet, which has to sign",
  },
  "merchants:read": { label: "Read merchants", about: "Merchants and their settlement destinations" },
  "merchants:write": { label: "Manage merchants", about: "Creates, edits and deletes merchants" },
  "settlements:write": {
    label: "Change settlement destinations",
    about: "Controls where the money goes. Grant it to as few keys as possible.",
  },
  "events:read": { label: "Read events", about: "What has happened to payments, refunds, payouts and merchants" },
  "webhooks:read": { label: "Read webhooks", about: "Webhook endpoints and their deliveries" },
  "webhooks:write": {
    label: "Manage webhooks",
    about: "Decides where events about all payments are sent. Grant it to as few keys as possible.",
  },
  gateway: {
    label: "Act as a wallet",
    about: "Fetches payment options and confirms payments, as a buyer's wallet does",
  },
};

/** Common sets of permissions. */
export const presets: readonly { label: string; permissions: readonly Permission[] }[] = [
  { label: "Shop server", permissions: ["payments:read", "payments:write", "refunds:write", "events:read"] },
  { label: "Reporting", permissions: ["payments:read", "merchants:read", "events:read"] },
  {
    label: "Platform server",
    permissions: [
      ...(["payments:read", "payments:write", "refunds:write"] as const),
      ...(["merchants:read", "merchants:write", "events:read"] as const),
    ],
  },
];
