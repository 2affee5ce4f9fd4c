import { useCallback, useEffect, useState } from "react";
import { reloadOnce } from "#components/checkout/reload-once.ts";

/**
 * Loads a part of the page's code when it is first shown. A page from before an upgrade is loaded anew, once.
 * @param load must be stable.
 * @param id the payment's.
 */
export function useLoaded<Part>(load: () => Promise<Part>, id: string) {
  const [part, setPart] = useState<Part | null>(null);
  const [hasFailed, setFailed] = useState(false);
  const start = useCallback(async () => {
    setFailed(false);
    try {
      const loaded = await load();
      setPart(() => loaded);
    } catch {
      if (!(await reloadOnce(id))) setFailed(true);
    }
  }, [load, id]);
  useEffect(() => void start(), [start]);
  return { part, hasFailed, retry: start };
}
