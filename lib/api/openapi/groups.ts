/** The chapters of the reference, in their order. */
export const groups = [
  {
    name: "Payments",
    description: "A partner's server creates payments, follows them, and lists them.",
  },
  {
    name: "Refunds",
    description: "A refund is a mark on a payment that succeeded, for the whole of it. It moves no money.",
  },
  {
    name: "Merchants",
    description: "A merchant is who receives payments; one partner has many.",
  },
  {
    name: "Settlements",
    description:
      "Where a merchant's money goes, one destination for each asset. What has no destination stays and waits.",
  },
  {
    name: "Gateway",
    description: "What a buyer's wallet calls: options, actions, signatures, confirm. Open to any web page.",
  },
] as const;

export type GroupName = (typeof groups)[number]["name"];

/** The chapter that an operation stands in, by its path. */
export function groupOf(path: string): GroupName {
  if (path.startsWith("/v1/gateway/")) return "Gateway";
  if (path.includes("/settlements")) return "Settlements";
  if (path.startsWith("/v1/refunds")) return "Refunds";
  return /\/payments?(\/|$)/.test(path) ? "Payments" : "Merchants";
}
