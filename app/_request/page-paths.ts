/** Returns true for the pages without a sign-in: the checkout, also embedded, the form for the buyer's details, and refunds. */
export function isBuyerPage(pathname: string): boolean {
  return /^\/(?:pay|collect|embed|refund)\//.test(pathname);
}

/** Returns true for the checkout, on its own page or embedded, and for refunds. Only these pages connect wallets. */
export function connectsWallets(pathname: string): boolean {
  return /^\/(?:pay|embed|refund)\/[^/]+$/.test(pathname);
}

/** Returns true for the form for the buyer's details. */
export function isDetailsPage(pathname: string): boolean {
  return /^\/collect\/[^/]+$/.test(pathname);
}

export function isDashboardPage(pathname: string): boolean {
  return /^\/dashboard(?:\/|$)/.test(pathname);
}

/** Returns the payment id of an embedded checkout's path; null for any other path. */
export function embeddedPaymentId(pathname: string): string | null {
  return /^\/embed\/([^/]+)$/.exec(pathname)?.[1] ?? null;
}
