import { notFound } from "next/navigation";
import { newestStable } from "#lib/api/openapi/serve-openapi.ts";
import { type ServiceVersion, serviceVersions } from "#lib/core/service-versions.ts";

export type SearchParams = Promise<{ version?: string | string[] }>;

/** Reads the version from the query; an unknown one is a 404. */
export async function readVersion(searchParams: SearchParams): Promise<ServiceVersion> {
  const asked = (await searchParams).version ?? newestStable;
  return serviceVersions.find((version) => version === asked) ?? notFound();
}
