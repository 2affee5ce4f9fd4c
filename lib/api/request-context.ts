import type { Quota } from "#lib/api/rate-limit/quota.ts";
import type { ServiceVersion } from "#lib/api/version.ts";

/** What is found out about a request on the way, also when it ends in an error. */
export type RequestContext = {
  version: ServiceVersion | null;
  /** What is left of the limit that the request was counted for; null until then, or where there is none. */
  quota: Quota | null;
  /** Whether somebody was authenticated. */
  isAdmitted: boolean;
};
