const keptForMs = 7 * 24 * 3_600_000;

/** The time from which on requests are kept. */
export function keptSince(now: Date): Date {
  return new Date(now.getTime() - keptForMs);
}
