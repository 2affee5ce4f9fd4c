import { bounded } from "#lib/domain/platform/health/bounded.ts";
import type { Check, Finding } from "#scripts/doctor/finding.ts";

const limitMs = 10_000;

/** Runs every check at once, each for 10 s at most. One that throws or hangs is a problem and stops no other. */
export async function runChecks(checks: readonly Check[]): Promise<Finding[]> {
  const results = checks.map(async ({ name, run, isMild = false }) => {
    const failed = (reason: string): Omit<Finding, "check">[] => [
      {
        result: "problem",
        text: `could not be checked: ${withoutUrls(reason)}`,
        todo: "Fix this first, then run it again.",
      },
    ];
    const found = await bounded(limitMs, run, failed);
    return found.map(({ result, ...finding }) => {
      return { check: name, result: isMild && result === "problem" ? "warning" : result, ...finding };
    });
  });
  return (await Promise.all(results)).flat();
}

/** URLs of nodes and databases hold secrets. */
function withoutUrls(text: string): string {
  return (text.split("\n")[0] ?? "").replaceAll(/[a-z]+:\/\/\S+/g, "[url]");
}

const marks = { ok: "ok     ", warning: "WARNING", problem: "PROBLEM" } as const;

/** Describes findings for a person: problems last, next to the prompt. */
export function describeFindings(findings: readonly Finding[]): string {
  const order = { ok: 0, warning: 1, problem: 2 };
  const lines = findings
    .toSorted((a, b) => order[a.result] - order[b.result])
    .map(
      ({ check, result, text, todo }) =>
        `${marks[result]} ${check}: ${text}${todo === undefined ? "" : `\n        ${todo}`}`,
    );
  const count = (result: Finding["result"]) => findings.filter((finding) => finding.result === result).length;
  return [...lines, "", `${count("ok")} ok, ${count("warning")} warnings, ${count("problem")} problems`].join("\n");
}
