import { notFound } from "next/navigation";
import { newestStable } from "#lib/api/openapi/serve-openapi.ts";
import { type ServiceVersion, serviceVersions } from "#lib/core/service-versions.ts";

export type SearchParams = Promise<{ version?: string | string[] }>;

/** The version that a page of the reference is asked for; one that does not exist has no page. */
export async function readVersion(searchParams: SearchParams): Promise<ServiceVersion> {
  const asked = (await searchParams).version ?? newestStable;
  return serviceVersions.find((version) => version === asked) ?? notFound();
}
