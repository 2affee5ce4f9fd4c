import type { ServiceVersion } from "#lib/core/service-versions.ts";
import type { KeyHolder } from "#lib/domain/partners/api-keys/repository.ts";
import type { Quota } from "#lib/domain/platform/rate-limit/quota.ts";

/** What is found out about a request on the way, also when it ends in an error. */
export type RequestContext = {
  version: ServiceVersion | null;
  /** What is left of the limit that the request was counted for; null until then, or where there is none. */
  quota: Quota | null;
  /** Whether somebody was authenticated. */
  isAdmitted: boolean;
  /** The key that it was sent with, once that is known to be good; also when the key may not do this. */
  key: KeyHolder | null;
};
