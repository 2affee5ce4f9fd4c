import { describe, expect, test } from "vitest";
import { parseAddress } from "#lib/core/caip.ts";
import { parseDenyList } from "#lib/domain/payments/screening/deny-list.ts";

const denied = "0xf39Fd6e51aad88F6F4ce6aB8827279cffFb92266";
const other = "0x70997970C51812dc3A010C7d01b50e0d17dc79C8";
const on = (chainId: number, address: `0x${string}`) => ({ chainId, address });

describe("a deny list", () => {
  test.for([
    ["its checksum", denied],
    ["lower case", denied.toLowerCase()],
    ["upper case", `0x${denied.slice(2).toUpperCase()}`],
    ["whitespace and a comment", ` \t${denied}  # a thief`],
    ["Windows line endings", `# list\r\n${denied}\r\n`],
    ["a byte order mark", `\uFEFF${denied}\n`],
    ["other entries around it", `${other}\n\n#\n${denied}\neip155:1:${other}`],
  ] as const)("denies an address with %s on every chain", ([, text]) => {
    const list = parseDenyList(text);
    expect(parseAddress(denied)).toBe(denied);
    expect([list.has(on(1, denied)), list.has(on(8453, denied))]).toEqual([true, true]);
  });

  test.for([`eip155:8453:${denied}`, `eip155:8453:${denied.toLowerCase()}`])(
    "denies %s on that chain alone",
    (text) => {
      const list = parseDenyList(text);
      expect([list.has(on(8453, denied)), list.has(on(1, denied)), list.has(on(8453, other))]).toEqual([
        true,
        false,
        false,
      ]);
    },
  );

  test.for(["# none", "\n", " "])("may be without entries: %j", (text) => {
    expect(parseDenyList(text).has(on(1, denied))).toBe(false);
  });

  test.for([
    ["no address", "thief"],
    ["half an address", denied.slice(0, -1)],
    ["an address with an extra digit", `${denied}0`],
    ["a typo in the checksum", denied.replace("f39F", "f39f")],
    ["the same in an account", `eip155:1:${denied.replace("f39F", "f39f")}`],
    ["two addresses", `${denied} ${other}`],
    ["another namespace", "solana:5eykt4UsFv8P8NJdTREpY1vzqKqZKvdp:7S3P4HxJpyyigGzodYwHtCxZyUQe9JiBMHyRWXArAaKv"],
    ["no chain", `eip155:${denied}`],
    ["an address without 0x", denied.slice(2)],
  ] as const)("with %s is rejected with its line", ([, line]) => {
    expect(() => parseDenyList(`# list\n${other}\n${line}\n${other}`)).toThrow(/^line 3 is neither/);
  });

  test("with many invalid lines names the first five; an empty file is rejected", () => {
    expect(() => parseDenyList("x\n".repeat(8))).toThrow(/^lines 1, 2, 3, 4, 5 and 3 more are neither/);
    expect(() => parseDenyList("")).toThrow("the file is empty");
  });
});
