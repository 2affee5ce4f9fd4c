/**
 * Runs a request with a signal that is aborted with `signal`, or `ms` milliseconds after the start: the
 * connection is dead by then, because a phone has changed its network. `AbortSignal.any` would do, but phones
 * of 2023 don't have it.
 */
export async function within<Answer>(
  ms: number,
  signal: AbortSignal,
  request: (signal: AbortSignal) => Promise<Answer>,
): Promise<Answer> {
  const controller = new AbortController();
  const abort = () => controller.abort();
  const timer = setTimeout(abort, ms);
  if (signal.aborted) abort();
  signal.addEventListener("abort", abort);
  try {
    return await request(controller.signal);
  } finally {
    clearTimeout(timer);
    signal.removeEventListener("abort", abort);
  }
}
