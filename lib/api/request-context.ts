import type { ServiceVersion } from "#lib/core/service-versions.ts";
import type { KeyHolder } from "#lib/domain/partners/api-keys/repository.ts";
import type { Quota } from "#lib/domain/platform/rate-limit/quota.ts";

/** Facts about a request that are collected while it is handled, also when it fails. */
export type RequestContext = {
  version: ServiceVersion | null;
  /** The state of the limit that the request counted against; null before that, or without a limit. */
  quota: Quota | null;
  /** Whether the request was authenticated and counted against its key or app. */
  isAdmitted: boolean;
  /** Whether a limit had refused the same credentials before; the answer then closes the connection. */
  isRepeated: boolean;
  /** The request's key once it is known to be valid, even if it lacks the permission. */
  key: KeyHolder | null;
};
