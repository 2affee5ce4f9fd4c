import type { Metadata } from "next";
import { navigationIn } from "#app/(partner)/docs/navigation.ts";
import { readVersion, type SearchParams } from "#app/(partner)/docs/read-version.ts";
import { Basics } from "#components/docs/basics.tsx";
import { GuideIndex } from "#components/docs/guide-index.tsx";
import { OperationIndex } from "#components/docs/operation-index.tsx";
import { ReferencePage } from "#components/docs/reference-page.tsx";
import { reference } from "#lib/api/openapi/build-reference.ts";
import { env } from "#lib/env/env.ts";

export const metadata: Metadata = { title: "Docs" };

const description = "Guides to accepting payments, and a reference for every endpoint.";

export default async function OverviewPage({ searchParams }: { searchParams: SearchParams }) {
  const version = await readVersion(searchParams);
  const { RATE_LIMIT_PER_KEY, RATE_LIMIT_PER_APP, RATE_LIMIT_PER_ADDRESS } = env();
  const navigation = navigationIn(version);
  const limits = { perKey: RATE_LIMIT_PER_KEY, perApp: RATE_LIMIT_PER_APP, perAddress: RATE_LIMIT_PER_ADDRESS };
  return (
    <ReferencePage {...navigation} current="" title="Docs" description={description}>
      <GuideIndex guides={navigation.guides} />
      <h2 className="pb-6 text-2xl font-semibold tracking-tight">API reference</h2>
      <Basics baseUrl={reference(version).baseUrl} version={version} limits={limits} />
      <OperationIndex groups={navigation.groups} version={version} />
    </ReferencePage>
  );
}
