import type { ApiRequest } from "#lib/api/http.ts";
import { TillError } from "#lib/core/errors.ts";
import { isServiceVersion, type ServiceVersion } from "#lib/core/service-versions.ts";

/** The version that new partners are pinned to, and that gateway requests about an unknown payment use. */
export const defaultVersion: ServiceVersion = "2026-02-18";

const headerNames = ["service-version", "wcp-version", "api-version"];
const form = /^\d{4}-\d{2}-\d{2}(\.preview)?$/;

/**
 * Parses a version.
 * @throws TillError `invalid_api_version` if it is malformed, `unknown_api_version` if it doesn't exist.
 */
export function parseVersion(text: string): ServiceVersion {
  if (!form.test(text)) throw new TillError("invalid_api_version");
  if (!isServiceVersion(text)) throw new TillError("unknown_api_version");
  return text;
}

/**
 * Resolves the version of a request: the header's, or else the partner's pinned version.
 * @param findPinned runs only for a request without a version header.
 * @throws TillError as {@link parseVersion}.
 */
export async function resolveVersion(
  request: ApiRequest,
  findPinned: () => Promise<string | null>,
): Promise<ServiceVersion> {
  return requestedVersion(request) ?? pinnedVersion(await findPinned());
}

/** An empty header counts as none, as with every other header of the API. */
function requestedVersion(request: ApiRequest): ServiceVersion | null {
  const asked = headerNames.map((name) => request.header(name)).find(Boolean);
  return asked === undefined ? null : parseVersion(asked);
}

/**
 * The version to echo in a response to a request that was refused before its version was resolved. Error bodies are the same in
 * every version.
 */
export function versionOfRefusal(request: ApiRequest, pinned: string | null): ServiceVersion {
  try {
    return requestedVersion(request) ?? pinnedVersion(pinned);
  } catch {
    return pinnedVersion(pinned);
  }
}

/** Returns a version that is stored with a partner or an endpoint; the default for null or one that doesn't exist. */
export function pinnedVersion(stored: string | null): ServiceVersion {
  return stored !== null && isServiceVersion(stored) ? stored : defaultVersion;
}

/** The headers that name the version of a response, under our own name and the one that existing clients read. */
export function versionHeaders(version: ServiceVersion): Record<string, string> {
  return { "service-version": version, "wcp-version": version };
}
