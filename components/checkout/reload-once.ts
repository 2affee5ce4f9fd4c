const keyOf = (id: string) => `till.reloaded.${id}`;

/**
 * Loads the page anew, once for each payment or refund, if the server answers: code that a page from before an upgrade asks for is gone, and
 * no other try would find it. @returns false when the page stays, because the connection is lost or a new page failed as well.
 */
export async function reloadOnce(id: string): Promise<boolean> {
  try {
    if (sessionStorage.getItem(keyOf(id)) !== null) return false;
    const { ok } = await fetch(location.href, { method: "HEAD", cache: "no-store" });
    if (!ok) return false;
    sessionStorage.setItem(keyOf(id), "1");
  } catch {
    // No connection, or no storage, without which the page could load itself for ever.
    return false;
  }
  location.reload();
  return true;
}
