/**
 * Awaits work until a signal aborts. Then the work continues in the background, and its result is ignored.
 * @param reason the error of an abort; the signal's reason by default.
 * @throws the error of `work`; the reason when the signal aborts first, or has aborted.
 */
export async function beforeAbort<T>(work: Promise<T>, signal: AbortSignal, reason?: Error): Promise<T> {
  const { promise, reject } = Promise.withResolvers<never>();
  const abort = () => reject(reason ?? signal.reason);
  if (signal.aborted) abort();
  signal.addEventListener("abort", abort);
  try {
    return await Promise.race([promise, work]);
  } finally {
    signal.removeEventListener("abort", abort);
  }
}
