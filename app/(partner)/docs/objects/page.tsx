import type { Metadata } from "next";
import { readVersion, type SearchParams } from "#app/(partner)/docs/read-version.ts";
import { ObjectList } from "#components/docs/object-list.tsx";
import { ReferencePage } from "#components/docs/reference-page.tsx";
import { guides } from "#lib/api/docs/guides.ts";
import { reference } from "#lib/api/openapi/build-reference.ts";
import { serviceVersions } from "#lib/core/service-versions.ts";

export const metadata: Metadata = { title: "Objects · API reference" };

const description = "Objects that several responses share.";

export default async function ObjectsPage({ searchParams }: { searchParams: SearchParams }) {
  const version = await readVersion(searchParams);
  const { groups, objects } = reference(version);
  return (
    <ReferencePage
      groups={groups}
      version={version}
      versions={serviceVersions}
      guides={guides()}
      current="objects"
      title="Objects"
      description={description}
    >
      <ObjectList objects={objects} />
    </ReferencePage>
  );
}
