import { execFileSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { describe, expect, test } from "vitest";
import { decisionRecords, decisionsIndex } from "#test/docs/decisions-index.ts";

const root = new URL("../../", import.meta.url);
const cwd = fileURLToPath(root);
const numbers = new Set(decisionRecords.map(({ number }) => number));

test("docs/decisions/README.md lists exactly the records, with their titles and statuses", async () => {
  await expect(decisionsIndex()).toMatchFileSnapshot("../../docs/decisions/README.md");
});

describe.each(decisionRecords)("$file", ({ file, number, status, text }) => {
  test("has the number of its name, a status, a context, a decision and consequences", () => {
    expect(file.slice(0, 5)).toBe(`${String(number).padStart(4, "0")}-`);
    expect(status).toMatch(/^(accepted|withdrawn|(in part )?superseded by \[decision \d+\]\()/);
    const sections = [...text.matchAll(/^\*\*(Status|Context|Decision|Consequences)[.:]\*\*/gm)].map(
      ([, name]) => name,
    );
    expect(sections).toEqual(["Status", "Context", "Decision", "Consequences"]);
  });
});

test("every decision that the repository cites by its number is a record", () => {
  const files = execFileSync("git", ["grep", "-lIiw", "decisions\\?"], { cwd, encoding: "utf8" }).trimEnd().split("\n");
  const cited = files
    .filter((file) => file !== "CHANGELOG.md")
    .flatMap((file) => [...readFileSync(new URL(file, root), "utf8").matchAll(/\bdecisions?(?:[\s*]+|\/)(\d+)\b/gi)]);
  expect(cited.length).toBeGreaterThan(50);
  expect(cited.filter(([, number]) => !numbers.has(Number(number))).map(([text]) => text)).toEqual([]);
});
