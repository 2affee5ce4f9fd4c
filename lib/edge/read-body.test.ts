import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { readBody } from "#lib/edge/read-body.ts";

const limit = 65_536;

async function* stream(...parts: (string | Uint8Array)[]): AsyncGenerator<Uint8Array> {
  for (const part of parts) yield typeof part === "string" ? new TextEncoder().encode(part) : part;
}

describe("a body", () => {
  test("is the text of all its chunks", async () => {
    expect(await readBody(stream('{"a":', "1}"))).toBe('{"a":1}');
    expect(await readBody(stream())).toBe("");
    expect(await readBody(null)).toBe("");
  });

  test("is the same text wherever it is split, even within a character", async () => {
    await fc.assert(
      fc.asyncProperty(fc.string({ unit: "grapheme", maxLength: 50 }), fc.array(fc.nat(200)), async (text, cuts) => {
        const bytes = new TextEncoder().encode(text);
        const at = [0, ...cuts.map((cut) => cut % (bytes.length + 1)).sort((a, b) => a - b), bytes.length];
        const parts = at.slice(1).map((end, index) => bytes.subarray(at[index], end));
        expect(await readBody(stream(...parts))).toBe(text);
      }),
    );
  });

  test("may have 64 KiB and not one byte more", async () => {
    expect(await readBody(stream("x".repeat(limit)))).toHaveLength(limit);
    const tooLarge = { code: "invalid_params", status: 413 };
    await expect(readBody(stream("x".repeat(limit + 1)))).rejects.toMatchObject(tooLarge);
    await expect(readBody(stream("x".repeat(limit), "x"))).rejects.toMatchObject(tooLarge);
    await expect(readBody(stream("é".repeat(limit / 2), "x"))).rejects.toMatchObject(tooLarge);
  });

  test("isn't read past its limit, however much is sent", async () => {
    let sent = 0;
    async function* endless(): AsyncGenerator<Uint8Array> {
      for (;;) {
        sent += 1;
        yield new Uint8Array(1_024);
      }
    }
    await expect(readBody(endless())).rejects.toMatchObject({ status: 413 });
    expect(sent).toBe(65);
  });

  test.for([
    ["a byte that is invalid in UTF-8", [0xff]],
    ["a truncated character", [0xe2, 0x82]],
    ["an overlong encoding", [0xc0, 0xaf]],
    ["an encoded surrogate", [0xed, 0xa0, 0x80]],
  ] as const)("with %s is refused", async ([, bytes]) => {
    const body = readBody(stream("{", new Uint8Array(bytes), "}"));
    await expect(body).rejects.toMatchObject({
      code: "invalid_params",
      message: "The body isn't UTF-8.",
    });
  });
});
