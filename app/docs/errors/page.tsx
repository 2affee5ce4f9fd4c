import type { Metadata } from "next";
import { CodeBlock } from "#components/docs/code-block.tsx";
import { DocsHeader } from "#components/docs/docs-header.tsx";
import { ErrorList } from "#components/docs/error-list.tsx";
import { errorDocs } from "#lib/api/openapi/build-reference.ts";
import { newestStable } from "#lib/api/openapi/serve-openapi.ts";
import { serviceVersions } from "#lib/core/service-versions.ts";

export const metadata: Metadata = { title: "Errors of the API" };

const example = {
  code: "params_validation",
  message: "Some fields of the request are not valid.",
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
              The body of every error is JSON of this form. Decide by the status and the code; the message is for
              people, and its words may change. The codes are a closed list: there are no others than these.
            </p>
            <p className="max-w-prose text-pretty text-ink-muted">
              Repeat a request after 429, 5xx or a broken connection, as often as five times. The same request meets
              other errors again.
            </p>
          </div>
          <CodeBlock title="400" code={JSON.stringify(example, null, 2)} />
        </div>
        <ErrorList errors={errorDocs()} />
      </main>
    </>
  );
}
