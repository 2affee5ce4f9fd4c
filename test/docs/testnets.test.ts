import { existsSync, readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { isSimulated, testRegistry } from "#lib/chain/chains.ts";
import { tokensOfChain } from "#lib/chain/tokens.ts";

const testnets = testRegistry.filter(({ id }) => !isSimulated(id));
const read = (file: string) => readFileSync(new URL(`../../${file}`, import.meta.url), "utf8");

test.each([
  ["docs/operations.md", (id: number) => `${id}`],
  ["lib/api/docs/guides/testing.md", (id: number) => `\`eip155:${id}\``],
])("%s lists every testnet with its tokens", (file, idOf) => {
  const wanted = testnets.map(({ id, name }) => {
    const symbols = tokensOfChain(id).map(({ symbol }) => symbol);
    return `| ${name} | ${idOf(id)} | ${symbols.join(", ")} |`;
  });
  const rows = read(file).split("\n");
  const start = rows.findIndex((row) => row.startsWith("| testnet |"));
  expect(rows.slice(start + 2, start + 2 + wanted.length + 1)).toEqual([...wanted, ""]);
});

test("the alert rules about chains leave testnets out", () => {
  const left = [...read("deploy/observability/alert-rules.yml").matchAll(/chain!~"([^"]*)"/g)];
  expect(left.map(([, ids]) => ids)).toEqual(Array(2).fill(testnets.map(({ id }) => id).join("|")));
});

test.each(testnets)("$name has an icon, which amounts and options name", ({ id }) => {
  expect(existsSync(new URL(`../../public/icons/networks/${id}.svg`, import.meta.url))).toBe(true);
});
