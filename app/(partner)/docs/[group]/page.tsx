import type { Metadata } from "next";
import { notFound } from "next/navigation";
import { navigationIn } from "#app/(partner)/docs/navigation.ts";
import { readVersion, type SearchParams } from "#app/(partner)/docs/read-version.ts";
import { OperationList } from "#components/docs/operation-list.tsx";
import { ReferencePage } from "#components/docs/reference-page.tsx";

type Props = { params: Promise<{ group: string }>; searchParams: SearchParams };

/** Reads the group from the URL; an unknown one is a 404. */
async function read({ params, searchParams }: Props) {
  const version = await readVersion(searchParams);
  const navigation = navigationIn(version);
  const { group: id } = await params;
  const group = navigation.groups.find((each) => each.id === id) ?? notFound();
  return { navigation, group };
}

export async function generateMetadata(props: Props): Promise<Metadata> {
  return { title: `${(await read(props)).group.name} · API reference` };
}

export default async function GroupPage(props: Props) {
  const { navigation, group } = await read(props);
  const { id: current, name: title, description, operations } = group;
  return (
    <ReferencePage {...navigation} current={current} title={title} description={description}>
      <OperationList operations={operations} version={navigation.version} />
    </ReferencePage>
  );
}
