import type { Metadata } from "next";
import { notFound } from "next/navigation";
import { Basics, basicChapters } from "#components/docs/basics.tsx";
import { Contents } from "#components/docs/contents.tsx";
import { DocsHeader } from "#components/docs/docs-header.tsx";
import { ObjectList } from "#components/docs/object-list.tsx";
import { OperationSection } from "#components/docs/operation-section.tsx";
import { reference } from "#lib/api/openapi/build-reference.ts";
import { newestStable } from "#lib/api/openapi/serve-openapi.ts";
import { serviceVersions } from "#lib/api/version.ts";
import { env } from "#lib/env/env.ts";

export const metadata: Metadata = { title: "API reference" };

type Props = { searchParams: Promise<{ version?: string | string[] }> };

export default async function ReferencePage({ searchParams }: Props) {
  const asked = (await searchParams).version ?? newestStable;
  const version = serviceVersions.find((each) => each === asked);
  if (version === undefined) notFound();
  const { RATE_LIMIT_PER_KEY, RATE_LIMIT_PER_APP, RATE_LIMIT_PER_ADDRESS } = env();
  const { groups, objects, baseUrl } = reference(version);
  const limits = { perKey: RATE_LIMIT_PER_KEY, perApp: RATE_LIMIT_PER_APP, perAddress: RATE_LIMIT_PER_ADDRESS };
  return (
    <>
      <DocsHeader version={version} versions={serviceVersions} page="reference" />
      <div className="mx-auto flex w-full max-w-[90rem] grow flex-col gap-x-10 px-4 pt-4 sm:px-8 lg:flex-row lg:pt-0">
        <Contents chapters={basicChapters} groups={groups} objects={objects} />
        <main id="content" className="min-w-0 grow pt-8">
          <h1 className="pb-6 text-3xl font-semibold tracking-tight">API reference</h1>
          <Basics baseUrl={baseUrl} version={version} limits={limits} />
          {groups.map(({ id, name, description, operations }) => (
            <section key={id} aria-labelledby={id}>
              <div className="space-y-2 border-t-2 border-line-strong pt-8 pb-10">
                <h2 id={id} className="scroll-mt-6 text-2xl font-semibold tracking-tight">
                  {name}
                </h2>
                <p className="max-w-prose text-pretty text-ink-muted">{description}</p>
              </div>
              {operations.map((operation) => (
                <OperationSection key={operation.id} operation={operation} />
              ))}
            </section>
          ))}
          <ObjectList objects={objects} />
        </main>
      </div>
    </>
  );
}
