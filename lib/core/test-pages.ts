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

/**
 * Names the mode of a page, call or export: `test` or nothing. The pages' process sets it, and removes one
 * that a client sends.
 */
export const modeHeader = "x-till-mode";
