import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { type RegisteredChain, registry } from "#lib/chain/chains.ts";

const text = readFileSync(new URL("../../docs/operations.md", import.meta.url), "utf8");

function rowOf({ name, confirmations, blockTimeMs, tagSeconds, finalityReason }: RegisteredChain): string {
  const cells = [
    name,
    confirmations,
    `${Math.round((confirmations * blockTimeMs) / 100) / 10} s`,
    tagSeconds.safe === null ? "–" : `${tagSeconds.safe} s`,
    tagSeconds.finalized === null ? "–" : `${tagSeconds.finalized} s`,
    finalityReason,
  ];
  return `| ${cells.join(" | ")} |`;
}

test("docs/operations.md shows the finality of every supported chain as the registry has it", () => {
  const section = text.slice(text.indexOf("## Finality"), text.indexOf("## The payment router"));
  const rows = section.split("\n").filter((line) => line.startsWith("| ") && !line.startsWith("| chain "));
  expect(rows).toEqual(registry.map(rowOf));
});
