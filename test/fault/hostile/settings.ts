/**
 * Settings of a run with hostile buyers. Gas costs enough for payments of a cent to be dust, and little enough for honest
 * payments to cover it. A buyer's budget suffices for one payment, at a gas price many times as high as usual.
 */
export const hostileSettings = {
  NATIVE_PRICE_USD_8453: "30",
  NATIVE_PRICE_USD_56: "30",
  GAS_BUDGET_USD: "500",
  GAS_BUDGET_PER_BUYER_USD: "0.50",
} as const;
