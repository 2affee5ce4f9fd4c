import fc from "fast-check";
import sharp from "sharp";
import { beforeAll, describe, expect, test } from "vitest";
import { findFormat, readImageHeader } from "#lib/domain/merchants/logos/read-image-header.ts";
import { addPngChunk, canvas, type Encoding, makeAnimation, makeImage } from "#test/logos/images.ts";

async function read(file: Buffer) {
  const format = findFormat(file);
  return format && { mediaType: format.mediaType, ...(await readImageHeader(format, file)) };
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
] as const)("reads %s", async (_name, mediaType, make) => {
  expect(await read(await make().toBuffer())).toEqual({ mediaType, ...found });
});

test("recognises an AVIF with transparency, which a logo must not have", async () => {
  const file = await canvas({ ...size, background: "#00000080" })
    .avif({ effort: 0 })
    .toBuffer();
  expect(await read(file)).toEqual({ mediaType: "image/avif", ...found, isTransparent: true });
});

describe("refuses or recognises what sharp accepts:", () => {
  /** A JPEG whose frame header has another marker: 0xc9 is arithmetic coding, 0xc3 lossless. */
  async function jpegWithMarker(marker: number): Promise<Buffer> {
    const file = await makeImage("jpeg", size);
    const at = file.indexOf(Buffer.of(0xff, 0xc0));
    file.writeUInt8(marker, at + 1);
    return file;
  }

  test.each([0xc3, 0xc9])("a JPEG with the frame marker %i, which browsers don't show", async (marker) => {
    const file = await jpegWithMarker(marker);
    expect(await sharp(file).metadata()).toMatchObject(size);
    expect(await read(file)).toEqual({ mediaType: "image/jpeg" });
  });

  test("a PNG without its end", async () => {
    const file = (await makeImage("png", size)).subarray(0, -12);
    await expect(sharp(file, { failOn: "error" }).raw().toBuffer()).resolves.toBeDefined();
    expect(await read(file)).toEqual({ mediaType: "image/png" });
  });

  test("an animated PNG", async () => {
    const file = addPngChunk(await makeImage("png"), "acTL", Buffer.from("0000000200000000", "hex"));
    expect((await sharp(file).metadata()).pages).toBeUndefined();
    expect(await read(file)).toMatchObject({ isAnimated: true });
  });
});

test("reads a JPEG with fill bytes between its segments", async () => {
  const file = await makeImage("jpeg", size);
  const padded = Buffer.concat([file.subarray(0, 2), Buffer.alloc(5, 0xff), file.subarray(2)]);
  expect(await read(padded)).toEqual({ mediaType: "image/jpeg", ...found });
});

describe("an animation is recognised", () => {
  test("by two frames in a WebP", async () => {
    expect(await read(await makeAnimation())).toMatchObject({ mediaType: "image/webp", isAnimated: true });
  });

  test("or refused, in a WebP whose flags announce frames that it doesn't have", async () => {
    const file = await canvas({ background: "#00000080" }).webp().toBuffer();
    expect(await read(file)).toMatchObject({ isAnimated: false });
    file.writeUInt8(file.readUInt8(20) | 0x02, 20);
    expect(await read(file)).toEqual({ mediaType: "image/webp" });
  });

  test("or refused, in a WebP with frames that its flags don't announce", async () => {
    const file = await makeAnimation();
    file.writeUInt8(file.readUInt8(20) & ~0x02, 20);
    expect(await read(file)).toEqual({ mediaType: "image/webp" });
  });

  test("by the control chunk of an APNG", async () => {
    const file = addPngChunk(await makeImage("png"), "acTL", Buffer.from("0000000200000000", "hex"));
    expect(await read(file)).toMatchObject({ mediaType: "image/png", isAnimated: true });
  });

  test.each(["major", "compatible"])("by the %s brand of a sequence of AVIF frames", async (which) => {
    const file = await makeImage("avif");
    file.write("avis", which === "major" ? 8 : 20, "latin1");
    expect(await read(file)).toMatchObject({ mediaType: "image/avif", isAnimated: true });
  });

  test("by the moov box of an AVIF", async () => {
    const film = Buffer.from("\0\0\0\x08moov", "latin1");
    expect(await read(Buffer.concat([await makeImage("avif"), film]))).toMatchObject({ isAnimated: true });
  });
});

test.each([
  [600, 60_000],
  [60_000, 600],
])("a small image in an AVIF doesn't hide a large one: %i, %i", async (...edges) => {
  const extents = edges.map((edge) => box("ispe", Buffer.alloc(4), uint32(edge), uint32(edge)));
  const meta = box("meta", Buffer.alloc(4), box("hdlr"), box("iprp", box("ipco", ...extents)));
  const file = Buffer.concat([box("ftyp", Buffer.from("avif\0\0\0\0")), meta]);
  expect(await read(file)).toEqual({ mediaType: "image/avif", width: 60_000, height: 60_000, isAnimated: false });
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
])("a logo can't be %s", (_name, file) => {
  expect(findFormat(file)).toBeNull();
});

describe("of damaged files", () => {
  const encodings: Encoding[] = ["jpeg", "png", "webp", "avif"];
  let files: Buffer[];
  beforeAll(async () => {
    files = await Promise.all([...encodings.map((encoding) => makeImage(encoding)), makeAnimation()]);
  });

  test("every prefix of a file is read without an exception, and none claims larger dimensions", async () => {
    for (const file of files) {
      for (let length = 0; length < file.length; length++) {
        const header = await read(file.subarray(0, length));
        expect([600, undefined]).toContain(header?.width);
      }
    }
  });

  test("every corruption of a file is read without an exception", async () => {
    const changes = fc.array(fc.record({ at: fc.nat(600), value: fc.nat(255) }), { minLength: 1, maxLength: 8 });
    await fc.assert(
      fc.asyncProperty(fc.nat(4), changes, async (which, bytes) => {
        const file = Buffer.from(files[which] ?? []);
        for (const { at, value } of bytes) file[at % file.length] = value;
        const header = await read(file);
        expect(header === null || header.mediaType !== undefined).toBe(true);
      }),
      { numRuns: 2_000 },
    );
  });
});

test("a PNG, WebP or AVIF that is cut off at the end is damaged", async () => {
  const png = await makeImage("png");
  expect(await read(png.subarray(0, -4))).toEqual({ mediaType: "image/png" });
  const webp = await sharp(await makeImage("png"))
    .webp()
    .toBuffer();
  expect(await read(webp.subarray(0, -1))).toEqual({ mediaType: "image/webp" });
  const avif = await makeImage("avif");
  expect(await read(avif.subarray(0, -1))).toEqual({ mediaType: "image/avif" });
});
