import fc from "fast-check";
import sharp from "sharp";
import { beforeAll, describe, expect, test } from "vitest";
import { findFormat, readImageHeader } from "#lib/domain/merchants/logos/read-image-header.ts";
import { addPngChunk, canvas, type Encoding, makeAnimation, makeImage } from "#test/logos/images.ts";

function read(file: Buffer) {
  const format = findFormat(file);
  return format && { mediaType: format.mediaType, ...readImageHeader(format, file) };
}

const size = { width: 613, height: 587 };
const found = { ...size, isAnimated: false };

test.each([
  ["a baseline JPEG", "image/jpeg", () => canvas(size).jpeg()],
  ["a progressive JPEG", "image/jpeg", () => canvas(size).jpeg({ progressive: true })],
  [
    "a JPEG with metadata",
    "image/jpeg",
    () =>
      canvas(size)
        .jpeg()
        .withExif({ IFD0: { Copyright: "x".repeat(5_000) } }),
  ],
  ["a grey JPEG", "image/jpeg", () => canvas(size).greyscale().jpeg()],
  ["a PNG", "image/png", () => canvas(size).png()],
  ["a PNG with a palette", "image/png", () => canvas(size).png({ palette: true })],
  ["a lossy WebP", "image/webp", () => canvas(size).flatten().webp()],
  ["a lossless WebP", "image/webp", () => canvas(size).flatten().webp({ lossless: true })],
  ["a WebP with transparency", "image/webp", () => canvas({ ...size, background: "#00000080" }).webp()],
  [
    "a WebP with metadata",
    "image/webp",
    () =>
      canvas(size)
        .webp()
        .withExif({ IFD0: { Copyright: "x" } }),
  ],
  ["an AVIF", "image/avif", () => canvas(size).flatten().avif({ effort: 0 })],
  ["an AVIF with transparency", "image/avif", () => canvas({ ...size, background: "#00000080" }).avif({ effort: 0 })],
] as const)("reads %s", async (_name, mediaType, make) => {
  expect(read(await make().toBuffer())).toEqual({ mediaType, ...found });
});

test("reads a JPEG with fill bytes between its segments", async () => {
  const file = await makeImage("jpeg", size);
  const padded = Buffer.concat([file.subarray(0, 2), Buffer.alloc(5, 0xff), file.subarray(2)]);
  expect(read(padded)).toEqual({ mediaType: "image/jpeg", ...found });
});

describe("an animation shows itself", () => {
  test("by two frames in a WebP", async () => {
    expect(read(await makeAnimation())).toMatchObject({ mediaType: "image/webp", isAnimated: true });
  });

  test("by the flags of a WebP, whatever its chunks are called", async () => {
    const file = await canvas({ background: "#00000080" }).webp().toBuffer();
    expect(read(file)).toMatchObject({ isAnimated: false });
    file.writeUInt8(file.readUInt8(20) | 0x02, 20);
    expect(read(file)).toMatchObject({ isAnimated: true });
  });

  test("by frames that the flags of a WebP keep quiet about", async () => {
    const file = await makeAnimation();
    file.writeUInt8(file.readUInt8(20) & ~0x02, 20);
    expect(read(file)).toMatchObject({ isAnimated: true });
  });

  test("by the control chunk of an APNG", async () => {
    const file = addPngChunk(await makeImage("png"), "acTL", Buffer.from("0000000200000000", "hex"));
    expect(read(file)).toMatchObject({ mediaType: "image/png", isAnimated: true });
  });

  test.each(["major", "compatible"])("by the %s brand of a sequence of AVIF frames", async (which) => {
    const file = await makeImage("avif");
    file.write("avis", which === "major" ? 8 : 20, "latin1");
    expect(read(file)).toMatchObject({ mediaType: "image/avif", isAnimated: true });
  });

  test("by the tracks of an AVIF film", async () => {
    const film = Buffer.from("\0\0\0\x08moov", "latin1");
    expect(read(Buffer.concat([await makeImage("avif"), film]))).toMatchObject({ isAnimated: true });
  });
});

test.each([
  [600, 60_000],
  [60_000, 600],
])("a small picture does not hide a large one in an AVIF: %i, %i", (...edges) => {
  const extents = edges.map((edge) => box("ispe", Buffer.alloc(4), uint32(edge), uint32(edge)));
  const meta = box("meta", Buffer.alloc(4), box("hdlr"), box("iprp", box("ipco", ...extents)));
  const file = Buffer.concat([box("ftyp", Buffer.from("avif\0\0\0\0")), meta]);
  expect(read(file)).toEqual({ mediaType: "image/avif", width: 60_000, height: 60_000, isAnimated: false });
});

function box(type: string, ...contents: Buffer[]): Buffer {
  const content = Buffer.concat(contents);
  return Buffer.concat([uint32(8 + content.length), Buffer.from(type), content]);
}

function uint32(value: number): Buffer {
  const bytes = Buffer.alloc(4);
  bytes.writeUInt32BE(value);
  return bytes;
}

test.each([
  ["nothing", Buffer.alloc(0)],
  ["a GIF", Buffer.from("GIF89a\x58\x02\x58\x02\0\0\0", "latin1")],
  ["a HEIC", Buffer.from("\0\0\0\x18ftypheic\0\0\0\0mif1heic", "latin1")],
  ["an SVG", Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"/>')],
  ["a PNG behind a space", Buffer.from(" \x89PNG\r\n\x1a\n\0\0\0\0", "latin1")],
])("%s is no format for a logo", (_name, file) => {
  expect(findFormat(file)).toBeNull();
});

describe("of files that are not what they should be", () => {
  const encodings: Encoding[] = ["jpeg", "png", "webp", "avif"];
  let files: Buffer[];
  beforeAll(async () => {
    files = await Promise.all([...encodings.map((encoding) => makeImage(encoding)), makeAnimation()]);
  });

  test("each beginning is read to an end, and none is larger than the file", () => {
    for (const file of files) {
      for (let length = 0; length < file.length; length++) {
        const header = read(file.subarray(0, length));
        expect([600, undefined]).toContain(header?.width);
      }
    }
  });

  test("each change of bytes is read to an end", () => {
    const changes = fc.array(fc.record({ at: fc.nat(600), value: fc.nat(255) }), { minLength: 1, maxLength: 8 });
    fc.assert(
      fc.property(fc.nat(4), changes, (which, bytes) => {
        const file = Buffer.from(files[which] ?? []);
        for (const { at, value } of bytes) file[at % file.length] = value;
        const header = read(file);
        expect(header === null || header.mediaType !== undefined).toBe(true);
      }),
      { numRuns: 2_000 },
    );
  });
});

test("a PNG without its end, a WebP with a longer one and a box beyond an AVIF's are damaged", async () => {
  const png = await makeImage("png");
  expect(read(png.subarray(0, -4))).toEqual({ mediaType: "image/png" });
  const webp = await sharp(await makeImage("png"))
    .webp()
    .toBuffer();
  expect(read(webp.subarray(0, -1))).toEqual({ mediaType: "image/webp" });
  const avif = await makeImage("avif");
  expect(read(avif.subarray(0, -1))).toEqual({ mediaType: "image/avif" });
});
