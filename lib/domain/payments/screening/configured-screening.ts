import { processSingleton } from "#lib/core/process-singleton.ts";
import { createDenyListScreening, type DenyListScreening } from "#lib/domain/payments/screening/deny-list-screening.ts";
import { env } from "#lib/env/env.ts";

const acceptAll: DenyListScreening = { load: () => Promise.resolve(), screen: () => Promise.resolve("accepted") };

/** True when this installation screens accounts at all. */
export function isScreeningConfigured(): boolean {
  return env().SCREENING_DENY_LIST !== undefined;
}

/** The screening of this installation: the deny list in `SCREENING_DENY_LIST`, or none if unset. Call `load` at start. */
export const screening = processSingleton("screening", (): DenyListScreening => {
  const { SCREENING_DENY_LIST: path } = env();
  return path === undefined ? acceptAll : createDenyListScreening(path);
});
