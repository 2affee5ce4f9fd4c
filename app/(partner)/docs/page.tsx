import type { Metadata } from "next";
import { readVersion, type SearchParams } from "#app/(partner)/docs/read-version.ts";
import { Basics } from "#components/docs/basics.tsx";
import { GuideIndex } from "#components/docs/guide-index.tsx";
import { OperationIndex } from "#components/docs/operation-index.tsx";
import { ReferencePage } from "#components/docs/reference-page.tsx";
import { guides } from "#lib/api/docs/guides.ts";
import { reference } from "#lib/api/openapi/build-reference.ts";
import { serviceVersions } from "#lib/core/service-versions.ts";
import { env } from "#lib/env/env.ts";

export const metadata: Metadata = { title: "Docs" };

const description = "Guides to accepting payments, and a reference for every endpoint.";

export default async function OverviewPage({ searchParams }: { searchParams: SearchParams }) {
  const version = await readVersion(searchParams);
  const { RATE_LIMIT_PER_KEY, RATE_LIMIT_PER_APP, RATE_LIMIT_PER_ADDRESS } = env();
  const { groups, baseUrl } = reference(version);
  const limits = { perKey: RATE_LIMIT_PER_KEY, perApp: RATE_LIMIT_PER_APP, perAddress: RATE_LIMIT_PER_ADDRESS };
  const all = guides();
  const page = { groups, version, versions: serviceVersions, guides: all, current: "", title: "Docs", description };
  return (
    <ReferencePage {...page}>
      <GuideIndex guides={all} />
      <h2 className="pb-6 text-2xl font-semibold tracking-tight">API reference</h2>
      <Basics baseUrl={baseUrl} version={version} limits={limits} />
      <OperationIndex groups={groups} version={version} />
    </ReferencePage>
  );
}
