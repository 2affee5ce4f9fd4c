import { When } from "#components/dashboard/when.tsx";
import { Badge, type Tone } from "#components/ui/badge.tsx";
import { CopiedId } from "#components/ui/copied-id.tsx";
import type { QueryOutput } from "#lib/dashboard/rpc/contract.ts";

type Request = QueryOutput<"developers.requests">["requests"][number];

const toneOf = (status: number): Tone => (status >= 400 ? "critical" : "good");

/** One API request and its response. */
export function RequestRow({
  of: { at, method, path, status, code, fields, durationMs, requestId, keyName },
}: {
  of: Request;
}) {
  return (
    <li className="space-y-1.5 px-4 py-3 text-sm">
      <div className="flex items-baseline gap-3">
        <Badge tone={toneOf(status)}>{status}</Badge>
        <span className="w-14 shrink-0 font-mono text-[0.8125rem] font-medium">{method}</span>
        <span className="min-w-0 grow font-mono text-[0.8125rem] break-all">{path}</span>
        <When at={at} precision="second" isBare className="hidden text-ink-muted sm:inline" />
      </div>
      <div className="flex flex-wrap items-center gap-x-5 gap-y-0.5 text-ink-muted">
        <When at={at} precision="second" isBare className="sm:hidden" />
        {code !== null && (
          <a href={`/docs/errors#${code}`} className="text-critical underline-offset-4 hover:underline">
            {code}
          </a>
        )}
        {fields !== null && (
          <span>
            {fields.includes(",") ? "Fields" : "Field"}{" "}
            <bdi className="font-mono text-[0.8125rem] wrap-anywhere text-ink">{fields}</bdi>
          </span>
        )}
        <span className="tabular-nums">{durationMs.toLocaleString("en")} ms</span>
        <span className="break-words">{keyName ?? "deleted key"}</span>
        <CopiedId id={requestId} name="Copy Request-Id" className="text-xs" />
      </div>
    </li>
  );
}
