const live = "/dashboard";
const test = "/dashboard/test";

/** True for a page of test mode, whose address says so. */
export function isTestPage(pathname: string): boolean {
  return pathname === test || pathname.startsWith(`${test}/`);
}

/** Returns the path of the page that is rendered: a page of test mode is one of the dashboard below a path of its own. */
export function renderedPath(pathname: string): string {
  return isTestPage(pathname) ? `${live}${pathname.slice(test.length)}` : pathname;
}

/** Returns the address of a page of the dashboard in a mode; other addresses have none. */
export function pathIn(isTest: boolean, address: string): string {
  const isOfDashboard = /^\/dashboard(?:[/?#]|$)/.test(address);
  return isTest && isOfDashboard && !/^\/dashboard\/test(?:[/?#]|$)/.test(address)
    ? `${test}${address.slice(live.length)}`
    : address;
}

/** The address of the live overview for links that don't come from it. `/dashboard` alone opens the mode that the browser used last. */
export const liveOverview = `${live}?mode=live`;

/** The cookie in which a browser remembers the mode that it used last: `test` or `live`. */
const modeCookie = "till-mode";

/** Returns the cookie that remembers a mode for a year, in the pages of the dashboard only. */
export function rememberedMode(isTest: boolean, isSecure: boolean): string {
  const attributes = `Path=${live}; Max-Age=${365 * 24 * 3_600}; SameSite=Lax${isSecure ? "; Secure" : ""}`;
  return `${modeCookie}=${isTest ? "test" : "live"}; ${attributes}`;
}

/** Reads the mode from a Cookie header or `document.cookie`; null for a browser that hasn't used the dashboard. */
export function readMode(cookies: string): "test" | "live" | null {
  const found = new RegExp(`(?:^|; )${modeCookie}=(test|live)(?:;|$)`).exec(cookies);
  return (found?.[1] ?? null) as "test" | "live" | null;
}

/** Names the mode of a page, call or export: `test` or nothing. The pages' process sets it, and removes one that a client sends. */
export const modeHeader = "x-till-mode";
