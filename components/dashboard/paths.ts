/** Paths that the overview and the palette link to. */
export const paths = {
  payment: (id: string) => `/dashboard/payments/${id}`,
  newPayment: "/dashboard/payments/new",
  merchant: (id: string) => `/dashboard/merchants/${id}`,
  merchants: "/dashboard/merchants",
  statements: (merchantId: string) => `/dashboard/merchants/${merchantId}/statements`,
  /** The current month without one. */
  statement: (merchantId: string, month?: string) =>
    `/dashboard/merchants/${merchantId}/statements${month === undefined ? "" : `?month=${month}`}`,
  settlements: "/dashboard/settlements",
  heldSettlements: "/dashboard/settlements?state=held",
  heldMoney: "/dashboard/merchants/held",
  newMerchant: "/dashboard/merchants?new=1",
  developers: "/dashboard/developers",
  keys: "/dashboard/developers/keys",
} as const;
