/** Paths of pages that other pages link to. */
export const paths = {
  goLive: "/dashboard/go-live",
  account: "/dashboard/account",
  members: "/dashboard/settings/members",
  payments: "/dashboard/payments",
  payment: (id: string) => `/dashboard/payments/${id}`,
  newPayment: "/dashboard/payments/new",
  /** Transfers that didn't pay their payment as asked. */
  exceptions: "/dashboard/exceptions",
  /** Of all merchants without one. */
  customers: (merchantId?: string) =>
    `/dashboard/customers${merchantId === undefined ? "" : `?merchant=${merchantId}`}`,
  merchant: (id: string) => `/dashboard/merchants/${id}`,
  merchants: "/dashboard/merchants",
  statements: (merchantId: string) => `/dashboard/merchants/${merchantId}/statements`,
  /** The current month without one. */
  statement: (merchantId: string, month?: string) =>
    `/dashboard/merchants/${merchantId}/statements${month === undefined ? "" : `?month=${month}`}`,
  settlements: "/dashboard/settlements",
  /** Payouts that are on their way, among them those that failed or are stuck, and held money. */
  unsettled: "/dashboard/settlements?state=in_progress,held",
  heldSettlements: "/dashboard/settlements?state=held",
  heldMoney: "/dashboard/merchants/held",
  lackingMerchants: "/dashboard/merchants?status=active&destination=none",
  newMerchant: "/dashboard/merchants?new=1",
  developers: "/dashboard/developers",
  keys: "/dashboard/developers/keys",
  apps: "/dashboard/developers/apps",
  webhooks: "/dashboard/developers/webhooks",
  webhook: (id: string) => `/dashboard/developers/webhooks/${id}`,
  delivery: (endpointId: string, eventId: string) => `/dashboard/developers/webhooks/${endpointId}/${eventId}`,
  events: "/dashboard/developers/events",
  event: (id: string) => `/dashboard/developers/events/${id}`,
} as const;
