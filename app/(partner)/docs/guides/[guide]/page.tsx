import type { Metadata } from "next";
import { notFound } from "next/navigation";
import { versionlessNavigation } from "#app/(partner)/docs/navigation.ts";
import { withoutMarks } from "#components/docs/guide-index.tsx";
import { Markdown } from "#components/docs/markdown.tsx";
import { OnThisPage } from "#components/docs/on-this-page.tsx";
import { ReferencePage } from "#components/docs/reference-page.tsx";
import { guides } from "#lib/api/docs/guides.ts";

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
  return (
    <ReferencePage
      {...versionlessNavigation()}
      current={`guides/${id}`}
      title={title}
      description={withoutMarks(description)}
    >
      <div className="flex justify-between gap-x-10">
        <Markdown text={markdown} />
        <OnThisPage text={markdown} />
      </div>
    </ReferencePage>
  );
}
