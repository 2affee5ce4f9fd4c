import type { Metadata } from "next";
import { readVersion, type SearchParams } from "#app/docs/read-version.ts";
import { Basics } from "#components/docs/basics.tsx";
import { OperationIndex } from "#components/docs/operation-index.tsx";
import { ReferencePage } from "#components/docs/reference-page.tsx";
import { reference } from "#lib/api/openapi/build-reference.ts";
import { serviceVersions } from "#lib/core/service-versions.ts";
import { env } from "#lib/env/env.ts";

export const metadata: Metadata = { title: "API reference" };

const description = "Conventions shared by every endpoint, and a list of all endpoints.";

export default async function OverviewPage({ searchParams }: { searchParams: SearchParams }) {
  const version = await readVersion(searchParams);
  const { RATE_LIMIT_PER_KEY, RATE_LIMIT_PER_APP, RATE_LIMIT_PER_ADDRESS } = env();
  const { groups, baseUrl } = reference(version);
  const limits = { perKey: RATE_LIMIT_PER_KEY, perApp: RATE_LIMIT_PER_APP, perAddress: RATE_LIMIT_PER_ADDRESS };
  const page = { groups, version, versions: serviceVersions, current: "", title: "API reference", description };
  return (
    <ReferencePage {...page}>
      <Basics baseUrl={baseUrl} version={version} limits={limits} />
      <OperationIndex groups={groups} version={version} />
    </ReferencePage>
  );
}
