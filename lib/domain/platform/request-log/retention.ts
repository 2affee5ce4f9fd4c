const keptForMs = 7 * 24 * 3_600_000;

/** The time of the oldest request that is kept. */
export function keptSince(now: Date): Date {
  return new Date(now.getTime() - keptForMs);
}
