import type { Credential } from "#lib/api/credential.ts";
import type { ServiceVersion } from "#lib/core/service-versions.ts";
import type { Quota } from "#lib/domain/platform/rate-limit/quota.ts";

/** Facts about a request that are collected while it is handled, also when it fails. */
export type RequestContext = {
  version: ServiceVersion | null;
  /** The state of the limit that the request counted against; null before that, or without a limit. */
  quota: Quota | null;
  /** Whether the request was authenticated and counted against its key, member or app. */
  isAdmitted: boolean;
  /** Whether a limit had refused the same credentials before; the answer then closes the connection. */
  isRepeated: boolean;
  /** The request's key or member once it is known to be valid, even if it lacks the permission. */
  credential: Credential | null;
};
