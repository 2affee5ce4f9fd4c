import type { Metadata } from "next";
import { navigationIn } from "#app/(partner)/docs/navigation.ts";
import { readVersion, type SearchParams } from "#app/(partner)/docs/read-version.ts";
import { ObjectList } from "#components/docs/field-list.tsx";
import { ReferencePage } from "#components/docs/reference-page.tsx";
import { reference } from "#lib/api/openapi/build-reference.ts";

export const metadata: Metadata = { title: "Objects · API reference" };

const description = "Objects that several responses share.";

export default async function ObjectsPage({ searchParams }: { searchParams: SearchParams }) {
  const version = await readVersion(searchParams);
  return (
    <ReferencePage {...navigationIn(version)} current="objects" title="Objects" description={description}>
      <ObjectList objects={reference(version).objects} />
    </ReferencePage>
  );
}
