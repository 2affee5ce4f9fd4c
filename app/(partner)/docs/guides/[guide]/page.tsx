import type { Metadata } from "next";
import { notFound } from "next/navigation";
import { withoutMarks } from "#components/docs/guide-index.tsx";
import { Markdown } from "#components/docs/markdown.tsx";
import { OnThisPage } from "#components/docs/on-this-page.tsx";
import { ReferencePage } from "#components/docs/reference-page.tsx";
import { guides } from "#lib/api/docs/guides.ts";
import { reference } from "#lib/api/openapi/build-reference.ts";
import { newestStable } from "#lib/api/openapi/serve-openapi.ts";
import { serviceVersions } from "#lib/core/service-versions.ts";

type Props = { params: Promise<{ guide: string }> };

/** Reads the guide from the URL; an unknown one is a 404. */
async function read({ params }: Props) {
  const { guide: id } = await params;
  return guides().find((guide) => guide.id === id) ?? notFound();
}

export async function generateMetadata(props: Props): Promise<Metadata> {
  const { title, description } = await read(props);
  return { title: `${title} · Docs`, description: withoutMarks(description) };
}

export default async function GuidePage(props: Props) {
  const { id, title, description, markdown } = await read(props);
  const { groups } = reference(newestStable);
  const page = { groups, version: newestStable, versions: serviceVersions, guides: guides(), isVersionless: true };
  return (
    <ReferencePage {...page} current={`guides/${id}`} title={title} description={withoutMarks(description)}>
      <div className="flex justify-between gap-x-10">
        <Markdown text={markdown} />
        <OnThisPage text={markdown} />
      </div>
    </ReferencePage>
  );
}
