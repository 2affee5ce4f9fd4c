import type { Metadata } from "next";
import { CodeBlock } from "#components/docs/code-block.tsx";
import { DocsHeader } from "#components/docs/docs-header.tsx";
import { ErrorList } from "#components/docs/error-list.tsx";
import { errorDocs } from "#lib/api/openapi/build-reference.ts";
import { newestStable } from "#lib/api/openapi/serve-openapi.ts";
import { serviceVersions } from "#lib/core/service-versions.ts";

export const metadata: Metadata = { title: "API errors" };

const example = {
  code: "params_validation",
  message: "amount.value must be a positive whole number of the smallest unit",
  issues: [{ field: "amount.value", message: "must be a positive whole number of the smallest unit" }],
};

export default function ErrorsPage() {
  return (
    <>
      <DocsHeader version={newestStable} versions={serviceVersions} page="errors" />
      <main id="content" className="mx-auto w-full max-w-[90rem] grow px-4 py-8 sm:px-8">
        <div className="grid gap-x-12 gap-y-6 pb-10 lg:grid-cols-2">
          <div className="space-y-3">
            <h1 className="text-3xl font-semibold tracking-tight">Errors</h1>
            <p className="max-w-prose text-pretty">
              Every error has this JSON body. Branch on the status and the code: the message is for people, and its
              wording may change. The list of codes is closed.
            </p>
            <p className="max-w-prose text-pretty text-ink-muted">
              Retry a request up to five times after a 429, a 5xx or a broken connection. Other errors come back
              unchanged until you change the request.
            </p>
          </div>
          <CodeBlock title="400" code={JSON.stringify(example, null, 2)} />
        </div>
        <ErrorList errors={errorDocs()} />
      </main>
    </>
  );
}
