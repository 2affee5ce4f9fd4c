import type { ApiRequest } from "#lib/api/http.ts";
import { TillError } from "#lib/core/errors.ts";

/** The versions of the API, oldest first. */
export const serviceVersions = ["2026-02-18", "2026-02-19.preview"] as const;
export type ServiceVersion = (typeof serviceVersions)[number];

/** What a new partner is pinned to, and what gateway requests without a partner get. */
export const defaultVersion: ServiceVersion = "2026-02-18";

const headerNames = ["service-version", "wcp-version", "api-version"];
const form = /^\d{4}-\d{2}-\d{2}(\.preview)?$/;

function isServiceVersion(text: string): text is ServiceVersion {
  return serviceVersions.some((version) => version === text);
}

/**
 * The version of one request: its header's, or else the partner's pin.
 * @throws TillError `invalid_api_version` for a malformed header, `unknown_api_version` for one that does not exist.
 */
export function resolveVersion(request: ApiRequest, pinned: string | null): ServiceVersion {
  const asked = headerNames.map((name) => request.header(name)).find((value) => value !== undefined);
  if (asked !== undefined) {
    if (!form.test(asked)) throw new TillError("invalid_api_version");
    if (!isServiceVersion(asked)) throw new TillError("unknown_api_version");
    return asked;
  }
  return pinned !== null && isServiceVersion(pinned) ? pinned : defaultVersion;
}
