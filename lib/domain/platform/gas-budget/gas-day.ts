/** Returns the UTC day of a time as `YYYY-MM-DD`: the day that its gas counts in. */
export function gasDayOf(at: Date): string {
  return at.toISOString().slice(0, 10);
}

/** Returns the whole seconds until the next UTC day, when budgets start again; at least 1. */
export function secondsToNextGasDay(at: Date): number {
  const next = Date.parse(`${gasDayOf(at)}T00:00:00.000Z`) + 86_400_000;
  return Math.max(1, Math.ceil((next - at.getTime()) / 1_000));
}
