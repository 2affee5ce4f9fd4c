import { expect, test } from "vitest";
import { decodeImage } from "#lib/domain/merchants/logos/decode-image.ts";
import { makeAnimation, makeImage, makeLyingAvif } from "#test/logos/images.ts";

const expected = { mediaType: "image/png", width: 600, height: 600 } as const;

test("decodes the expected image", async () => {
  await decodeImage(await makeImage("png"), expected);
});

test("enforces the pixel limit even if the header was accepted", async () => {
  const size = { width: 5_000, height: 5_000 };
  const file = await makeImage("png", size);
  await expect(decodeImage(file, { ...expected, ...size })).rejects.toThrow("pixel limit");
});

test.each([
  ["another format", () => makeImage("webp")],
  ["another size", () => makeImage("png", { width: 601 })],
])("refuses %s than expected", async (_name, make) => {
  await expect(decodeImage(await make(), expected)).rejects.toThrow("a different image");
});

test("an AVIF image larger than its header claims is refused before memory is allocated", async () => {
  const file = await makeLyingAvif(2_000, 600);
  const decoded = decodeImage(file, { ...expected, mediaType: "image/avif" });
  await expect(decoded).rejects.toThrow("2000x2000 exceeds the maximum image size");
});

test("refuses an image with several frames", async () => {
  await expect(decodeImage(await makeAnimation(), { ...expected, mediaType: "image/webp" })).rejects.toThrow(
    "a different image",
  );
});

test("decodes one image at a time, also after a refused one", async () => {
  const large = { width: 3_000, height: 3_000 };
  const [largeFile, smallFile] = await Promise.all([makeImage("png", large), makeImage("png")]);
  const done: string[] = [];
  await Promise.allSettled([
    decodeImage(Buffer.from("no image"), expected),
    decodeImage(largeFile, { ...expected, ...large }).then(() => done.push("large")),
    decodeImage(smallFile, expected).then(() => done.push("small")),
  ]);
  expect(done).toEqual(["large", "small"]);
});
