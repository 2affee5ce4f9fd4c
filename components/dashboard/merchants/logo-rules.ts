import type { MutationOutput } from "#lib/dashboard/rpc/contract.ts";

export type LogoVerdict = MutationOutput<"merchants.previewLogo">;
type LogoRule = Extract<LogoVerdict, { isKept: false }>["broken"];

/** The rules for logos, in the order in which the server checks them. */
const rules: readonly (readonly [LogoRule, string])[] = [
  ["https", "HTTPS URL without a username or port"],
  ["reachable", "Reachable from the internet"],
  ["size", "At most 2 MB"],
  ["format", "JPEG, PNG, WebP or AVIF, not animated"],
  ["pixels", "500 × 500 to 4096 × 4096 pixels; 1024 × 1024 is best"],
  ["square", "Square, within 5%"],
  ["whole", "Valid image file"],
];

export type RuleState = { rule: LogoRule; text: string; state: "kept" | "broken" | "open"; found: string | null };

/** Returns the state of each rule: the ones before the broken rule are kept, the ones after it weren't checked. */
export function judgeRules(verdict: LogoVerdict | null): RuleState[] {
  const brokenAt = verdict === null || verdict.isKept ? -1 : rules.findIndex(([rule]) => rule === verdict.broken);
  return rules.map(([rule, text], index) => ({
    rule,
    text,
    state: stateAt(index, brokenAt, verdict),
    found: index === brokenAt && verdict !== null && !verdict.isKept ? whatWasFound(verdict.message) : null,
  }));
}

function stateAt(index: number, brokenAt: number, verdict: LogoVerdict | null): RuleState["state"] {
  if (verdict === null) return "open";
  if (verdict.isKept || index < brokenAt) return "kept";
  return index === brokenAt ? "broken" : "open";
}

/** Returns the second half of the server's sentence: "must be square, give or take 5 %; it has 600 × 300 pixels". */
function whatWasFound(message: string): string {
  const [, found = message] = /; (.*)$/.exec(message) ?? [];
  return found;
}

/** Checks the rules that need no request; null when the logo must be fetched. */
export function judgeWithoutAsking(url: string): LogoVerdict | null {
  const protocol = protocolOf(url);
  if (protocol === "https:") return null;
  const found = protocol === null ? "it isn't a URL" : `it is ${protocol}`;
  return { isKept: false, broken: "https", message: `must be an HTTPS URL; ${found}` };
}

/** Returns the protocol of a URL; null for another text. Browsers of 2023 don't have `URL.parse`. */
function protocolOf(url: string): string | null {
  try {
    return new URL(url).protocol;
  } catch {
    return null;
  }
}
