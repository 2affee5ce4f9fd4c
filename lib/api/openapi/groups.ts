/** The groups of operations in the reference, in order. */
export const groups = [
  {
    name: "Payments",
    description: "Create payments, track their status, list them and refund them, from your server.",
  },
  {
    name: "Merchants",
    description: "Manage the merchants that receive payments. An account can have many.",
  },
  {
    name: "Settlements",
    description:
      "Manage where a merchant's money goes, with one destination per asset. Money without a destination is held until there is one.",
  },
  {
    name: "Events",
    description: "Read what has happened to your payments, refunds, payouts and merchants in the last 90 days.",
  },
  {
    name: "Refund requests",
    description:
      "The calls of the page where a merchant's wallet pays a requested refund. The link's token authorizes them.",
  },
  {
    name: "Webhooks",
    description: "Manage the endpoints that events are sent to, look at deliveries, and replay them.",
  },
  {
    name: "Test mode",
    description: "Make test payments and their refunds reach any status, without a wallet, a chain or money.",
  },
  {
    name: "Gateway",
    description:
      "The calls of a buyer's wallet: get options, fetch actions, confirm. Open to requests from any web page.",
  },
] as const;

export type GroupName = (typeof groups)[number]["name"];

type Placed = { group: GroupName; place: number };

/** Compares operations by their order in the reference: by group, and by place within it. */
export function byPlace(a: Placed, b: Placed): number {
  const groupAt = ({ group }: Placed) => groups.findIndex(({ name }) => name === group);
  return groupAt(a) - groupAt(b) || a.place - b.place;
}
