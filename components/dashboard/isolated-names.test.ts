import { globSync, readFileSync } from "node:fs";
import { expect, test } from "vitest";

/** A name or reference that a partner chose, as a child of an element. Attributes take it as it is; elements isolate it there. */
const shownName = /(?<before>[^{}]*)(?<![=$])\{(?:\w+\.)*(?:merchantName|partnerName|referenceId|merchant\.name)\}/g;
const startsIsolation = /<bdi(?: [^>]*)?>\s*$/;

function findBareNames(source: string): string[] {
  return [...source.matchAll(shownName)]
    .filter(({ groups }) => !startsIsolation.test(groups?.before ?? ""))
    .map(([text]) => text.slice(-80));
}

test("names and references that partners choose are isolated from the text around them", () => {
  const files = globSync("{app,components}/**/*.tsx");
  expect(files.length).toBeGreaterThan(100);
  expect(files.flatMap((path) => findBareNames(readFileSync(path, "utf8")).map((text) => `${path}: ${text}`))).toEqual(
    [],
  );
});

test.for([
  ["<p>Held for {merchantName}, which is deleted.</p>", 1],
  ["<p>{held.merchantName}</p>", 1],
  ["<p><bdi>{merchant.name}</bdi></p>", 0],
  ['<bdi className="font-medium">\n  {referenceId}\n</bdi>', 0],
  ["<Pay merchantName={merchantName} />", 0],
  ["<p>{isolated(merchantName)}</p>", 0],
  ["`for \u0024{merchantName}`", 0],
] as const)("in %s are %i bare names", ([source, count]) => {
  expect(findBareNames(source)).toHaveLength(count);
});
