/** Paths that the overview and the palette link to. */
export const paths = {
  payment: (id: string) => `/dashboard/payments/${id}`,
  newPayment: "/dashboard/payments/new",
  merchant: (id: string) => `/dashboard/merchants/${id}`,
  merchants: "/dashboard/merchants",
  heldMoney: "/dashboard/merchants/held",
  newMerchant: "/dashboard/merchants?new=1",
  developers: "/dashboard/developers",
  keys: "/dashboard/developers/keys",
} as const;
