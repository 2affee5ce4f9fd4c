import { CodeLines } from "#components/docs/code-block.tsx";
import type { ConsoleAnswer } from "#components/docs/console/send-request.ts";
import { ScrollArea } from "#components/docs/scroll-area.tsx";

/** The status and the duration, which are announced. */
export function AnswerStatus({ answer: { status, durationMs } }: { answer: ConsoleAnswer }) {
  return (
    <>
      <strong className={`font-semibold tabular-nums ${status < 400 ? "text-accent" : "text-critical"}`}>
        Status {status}
      </strong>
      <span className="text-ink-muted tabular-nums">{durationMs.toLocaleString("en")} ms</span>
    </>
  );
}

type AnswerProps = {
  answer: ConsoleAnswer;
  credentials: Readonly<Record<string, string>>;
  /** Whether the session took the place of a key. */
  isOfMember: boolean;
};

/** The rest of the response: advice on an error, the headers that matter and the body. */
export function Answer({ answer: { headers, body, code }, credentials, isOfMember }: AnswerProps) {
  const advice = isOfMember ? null : adviceOn(code, credentials);
  return (
    <div className="space-y-3">
      {advice !== null && <p className="text-sm text-pretty">{advice}</p>}
      <dl className="space-y-1 text-sm">
        {headers.map(([name, value]) => (
          <div key={name} className="flex flex-wrap gap-x-2">
            <dt className="text-ink-muted">{name}</dt>
            <dd className="min-w-0 font-mono text-[0.8125rem] break-all">{value}</dd>
          </div>
        ))}
      </dl>
      <ScrollArea label="Response body" className="max-h-96 overflow-auto rounded-lg border border-line bg-canvas">
        <CodeLines code={body} />
      </ScrollArea>
    </div>
  );
}

/** Says which credential was refused, and where to get one that works; null for other responses. */
function adviceOn(code: string | null, credentials: AnswerProps["credentials"]): string | null {
  const typed = (name: string) => (credentials[name] ?? "").trim();
  switch (code) {
    case "missing_api_key":
      return "Enter your Api-Key above. You create keys in the dashboard under Developers, API keys.";
    case "invalid_api_key":
      return `The Api-Key that ends in “${typed("Api-Key").slice(-4)}” was refused: it is mistyped, revoked, expired, or from another installation.`;
    case "invalid_app_id":
      return `The App-Id “${typed("App-Id")}” was refused: it isn't registered here, or was revoked.`;
    case "missing_auth_headers":
      return "Enter an App-Id or an Api-Key above.";
    case "missing_merchant_id":
      return "Enter the Merchant-Id that you act for above.";
    case "forbidden":
      return "The Api-Key works, but it lacks the permission that this operation needs.";
    default:
      return null;
  }
}
