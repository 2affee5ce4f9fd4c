/** Returns true for the pages that buyers see: the checkout, the embedded checkout and the form for their details. */
export function isBuyerPage(pathname: string): boolean {
  return /^\/(?:pay|collect|embed)\//.test(pathname);
}

/** Returns true for the checkout, on its own page or embedded. Only these pages connect wallets. */
export function isCheckoutPage(pathname: string): boolean {
  return /^\/(?:pay|embed)\/[^/]+$/.test(pathname);
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
