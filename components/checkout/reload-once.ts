const keyOf = (id: string) => `till.reloaded.${id}`;

/**
 * Reloads the page, once for each payment or refund, if the server answers: the code that a page from before
 * an upgrade loads is gone for good.
 * @returns false when the page stays, because the connection is lost or a reloaded page failed too.
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
