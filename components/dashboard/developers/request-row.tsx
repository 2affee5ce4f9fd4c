import type { ReactNode } from "react";
import { When } from "#components/dashboard/when.tsx";
import { Badge, type Tone } from "#components/ui/badge.tsx";
import { CopiedId } from "#components/ui/copied-id.tsx";
import { TextLink } from "#components/ui/text-link.tsx";
import type { QueryOutput } from "#lib/dashboard/rpc/contract.ts";

type Request = QueryOutput<"developers.requests">["requests"][number];

const toneOf = (status: number): Tone => (status >= 400 ? "critical" : "good");

/** One API request and its response, with what was refused on demand. */
export function RequestRow({ request }: { request: Request }) {
  const { at, method, path, status, code, issues } = request;
  return (
    <li className="text-sm">
      <details>
        <summary className="cursor-pointer px-4 py-3 marker:text-ink-muted">
          <span className="inline-flex w-[calc(100%-1.5rem)] flex-wrap items-baseline gap-x-3 gap-y-1 align-top">
            <Badge tone={toneOf(status)}>{status}</Badge>
            <span className="w-14 shrink-0 font-mono text-[0.8125rem] font-medium">{method}</span>
            <span className="line-clamp-2 min-w-0 flex-1 basis-40 font-mono text-[0.8125rem] break-all">{path}</span>
            {code !== null && (
              <span className="min-w-0 text-critical max-sm:order-last wrap-anywhere">
                {code}
                {issues !== null && <bdi className="text-ink-muted"> {namesOf(issues)}</bdi>}
              </span>
            )}
            <When at={at} precision="second" isBare className="text-ink-muted" />
          </span>
        </summary>
        <Details request={request} />
      </details>
    </li>
  );
}

function namesOf(issues: NonNullable<Request["issues"]>): string {
  const [first] = issues;
  if (first === undefined) return "";
  return issues.length === 1 ? first.field : `${first.field} and ${issues.length - 1} more`;
}

function Details({
  request: { path, code, issues, keyName, apiKeyId, serviceVersion, durationMs, requestId },
}: {
  request: Request;
}) {
  return (
    <dl className="grid gap-x-6 gap-y-2 px-4 pt-1 pb-4 sm:grid-cols-[9rem_minmax(0,1fr)] sm:pl-8">
      {code !== null && (
        <Fact name="Error">
          <code>{code}</code>, <TextLink href={`/docs/errors#${code}`}>what it means</TextLink>
        </Fact>
      )}
      {issues !== null && (
        <Fact name={issues.length === 1 ? "Field" : "Fields"}>
          <ul className="space-y-1">
            {issues.map(({ field, rule }) => (
              <li key={`${field} ${rule}`}>
                <bdi className="font-mono text-[0.8125rem]">{field === "" ? "(whole body)" : field}</bdi>
                <span className="text-critical"> {rule}</span>
              </li>
            ))}
          </ul>
        </Fact>
      )}
      <Fact name="Path">
        <code className="text-[0.8125rem] break-all">{path}</code>
      </Fact>
      <Fact name="Key">
        <bdi>{keyName ?? "deleted key"}</bdi> <code className="text-xs text-ink-muted">{apiKeyId}</code>
      </Fact>
      <Fact name="API version">{serviceVersion}</Fact>
      <Fact name="Duration">
        <span className="tabular-nums">{durationMs.toLocaleString("en")} ms</span>
      </Fact>
      <Fact name="Request-Id">
        <CopiedId id={requestId} name="Copy Request-Id" className="text-xs" />
      </Fact>
    </dl>
  );
}

function Fact({ name, children }: { name: string; children: ReactNode }) {
  return (
    <div className="contents">
      <dt className="text-ink-muted max-sm:mt-1">{name}</dt>
      <dd className="min-w-0 wrap-anywhere">{children}</dd>
    </div>
  );
}
