import { guides } from "#lib/api/docs/guides.ts";
import { reference } from "#lib/api/openapi/build-reference.ts";
import { newestStable } from "#lib/api/openapi/serve-openapi.ts";
import { type ServiceVersion, serviceVersions } from "#lib/core/service-versions.ts";

/** Links to all pages of the docs, in a version: what each page shows around its own content. */
export function navigationIn(version: ServiceVersion) {
  return { groups: reference(version).groups, version, versions: serviceVersions, guides: guides() };
}

/** The same for a page that is the same in every version. */
export function versionlessNavigation() {
  return { ...navigationIn(newestStable), isVersionless: true };
}
