import { processSingleton } from "#lib/core/process-singleton.ts";
import { createDenyListScreening, type DenyListScreening } from "#lib/domain/payments/screening/deny-list-screening.ts";
import { env } from "#lib/env/env.ts";

const acceptEverybody: DenyListScreening = { load: () => Promise.resolve(), screen: () => Promise.resolve("accepted") };

/** The screening of this installation: by the file that `SCREENING_DENY_LIST` names, or none. Call `load` at start. */
export const screening = processSingleton("screening", (): DenyListScreening => {
  const { SCREENING_DENY_LIST: path } = env();
  return path === undefined ? acceptEverybody : createDenyListScreening(path);
});
