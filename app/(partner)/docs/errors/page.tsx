import type { Metadata } from "next";
import { versionlessNavigation } from "#app/(partner)/docs/navigation.ts";
import { CodeBlock } from "#components/docs/code-block.tsx";
import { ErrorList } from "#components/docs/error-list.tsx";
import { ReferencePage } from "#components/docs/reference-page.tsx";
import { errorDocs } from "#lib/api/openapi/build-reference.ts";

export const metadata: Metadata = { title: "API errors" };

const example = {
  code: "params_validation",
  message: "amount.value must be a positive whole number of the smallest unit",
  issues: [{ field: "amount.value", message: "must be a positive whole number of the smallest unit" }],
};

export default function ErrorsPage() {
  return (
    <ReferencePage
      {...versionlessNavigation()}
      current="errors"
      title="Errors"
      description="Every error code, its cause and its remedy."
    >
      <div className="grid grid-cols-1 gap-x-12 gap-y-6 pb-10 xl:grid-cols-2">
        <div className="max-w-prose space-y-3 text-pretty">
          <p>
            Every error has this JSON body. Branch on the status and the code: the message is for people, and its
            wording may change. The list of codes is closed.
          </p>
          <p>
            Retry a request up to five times after a 429, a 5xx or a broken connection. Other errors come back unchanged
            until you change the request.
          </p>
        </div>
        <CodeBlock title="400" code={JSON.stringify(example, null, 2)} canCopy />
      </div>
      <ErrorList errors={errorDocs()} />
    </ReferencePage>
  );
}
