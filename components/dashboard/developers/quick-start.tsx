import { quickStartLines } from "#components/dashboard/developers/quick-start-lines.ts";
import { NoDestination } from "#components/dashboard/payments/no-destination.tsx";
import { CodeBlock } from "#components/docs/code-block.tsx";
import { buttonClass } from "#components/ui/action-button.tsx";
import { CopyButton } from "#components/ui/copy-button.tsx";
import { Link } from "#components/ui/link.tsx";
import type { QueryOutput } from "#lib/dashboard/rpc/contract.ts";

type QuickStartProps = { facts: QueryOutput<"developers.quickStart">; canCreateKeys: boolean };

/** The steps to a first payment, based on what the partner has already. */
export function QuickStart({ facts, canCreateKeys }: QuickStartProps) {
  const steps = quickStartLines(facts);
  return (
    <div className="grid gap-8 lg:grid-cols-[minmax(0,1fr)_18rem]">
      <ol className="min-w-0 space-y-6">
        {facts.merchant !== null && (
          <li className="empty:hidden">
            <NoDestination merchantId={facts.merchant.id} />
          </li>
        )}
        {facts.key === null && (
          <li className="space-y-3 rounded-xl border border-dashed border-line-strong p-5">
            <h2 className="font-semibold">Create an API key</h2>
            <p className="text-sm text-ink-muted">
              {canCreateKeys
                ? "Your server sends it with every request. It needs permission to create payments."
                : "Ask a developer, admin or owner to create a key with permission to create payments."}
            </p>
            {canCreateKeys && (
              <Link href="/dashboard/developers/keys" className={buttonClass("primary")}>
                Create key
              </Link>
            )}
          </li>
        )}
        {steps.map(({ title, about, lines }, index) => (
          <li key={title} className="space-y-2">
            <h2 className="font-semibold">{title}</h2>
            <p className="text-sm text-ink-muted">{about}</p>
            <CodeBlock title={`Shell, step ${index + 1}`} code={lines} canCopy />
          </li>
        ))}
      </ol>
      <aside className="space-y-5 self-start rounded-xl border border-line bg-surface p-5 text-sm">
        <h2 className="font-semibold">Your IDs</h2>
        <dl className="space-y-3">
          <Id name="Partner" id={facts.partnerId} />
          {facts.merchant !== null && <Id name={facts.merchant.name} id={facts.merchant.id} />}
          <Id name="API base URL" id={facts.baseUrl} />
        </dl>
        <p>
          <a href="/docs" className="text-accent underline-offset-4 hover:underline">
            API reference
          </a>
        </p>
        <p>
          <a href="/docs/errors" className="text-accent underline-offset-4 hover:underline">
            Error reference
          </a>
        </p>
      </aside>
    </div>
  );
}

function Id({ name, id }: { name: string; id: string }) {
  return (
    <div>
      <dt className="text-ink-muted">{name}</dt>
      <dd className="flex items-center justify-between gap-1">
        <code className="min-w-0 break-all">{id}</code>
        <CopyButton
          text={id}
          label={`Copy ${name}`}
          words={{ copied: "Copied", failed: "Couldn't copy" }}
          look="compact"
        />
      </dd>
    </div>
  );
}
