import { clock } from "#lib/core/clock.ts";
import { env } from "#lib/env/env.ts";

const hourMs = 3_600_000;

/** The time at which a change made now takes effect; null for at once, without `DESTINATION_DELAY_HOURS`. */
export function effectTime(): Date | null {
  const hours = env().DESTINATION_DELAY_HOURS;
  return hours === 0 ? null : new Date(clock.now().getTime() + hours * hourMs);
}
