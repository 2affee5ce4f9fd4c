import type { Metadata } from "next";
import { notFound } from "next/navigation";
import { readVersion, type SearchParams } from "#app/(partner)/docs/read-version.ts";
import { docsHref } from "#components/docs/contents.tsx";
import { OperationSection } from "#components/docs/operation-section.tsx";
import { ReferencePage } from "#components/docs/reference-page.tsx";
import { guides } from "#lib/api/docs/guides.ts";
import { reference } from "#lib/api/openapi/build-reference.ts";
import { serviceVersions } from "#lib/core/service-versions.ts";

type Props = { params: Promise<{ group: string }>; searchParams: SearchParams };

/** Reads the group from the URL; an unknown one is a 404. */
async function read({ params, searchParams }: Props) {
  const version = await readVersion(searchParams);
  const { groups } = reference(version);
  const { group: id } = await params;
  const group = groups.find((each) => each.id === id) ?? notFound();
  return { version, groups, group };
}

export async function generateMetadata(props: Props): Promise<Metadata> {
  return { title: `${(await read(props)).group.name} · API reference` };
}

export default async function GroupPage(props: Props) {
  const { version, groups, group } = await read(props);
  const { id: current, name: title, description, operations } = group;
  return (
    <ReferencePage
      groups={groups}
      version={version}
      versions={serviceVersions}
      guides={guides()}
      current={current}
      title={title}
      description={description}
    >
      {operations.map((operation) => (
        <OperationSection
          key={operation.id}
          operation={operation}
          version={version}
          objectsHref={docsHref("objects", version)}
        />
      ))}
    </ReferencePage>
  );
}
