import { crc32, deflateSync } from "node:zlib";
import sharp, { type Sharp } from "sharp";

export type Encoding = "jpeg" | "png" | "webp" | "avif";

export type ImageOptions = { width?: number; height?: number; background?: string };

/** An image of one colour, 600 × 600 by default. */
export function makeImage(encoding: Encoding, options: ImageOptions = {}): Promise<Buffer> {
  // As AVIF, a logo must not have an alpha plane, not even an opaque one.
  const pixels = encoding === "avif" ? canvas(options).flatten() : canvas(options);
  return pixels[encoding]({ ...(encoding === "avif" ? { effort: 0 } : {}) }).toBuffer();
}

/** Pixels to be encoded. */
export function canvas({ width = 600, height = 600, background = "teal" }: ImageOptions = {}): Sharp {
  return sharp({ create: { width, height, channels: 4, background } });
}

/** An image with noise in it, so that every part of the file matters. */
export function makeNoise(encoding: Encoding): Promise<Buffer> {
  const noise = { type: "gaussian", mean: 128, sigma: 20 } as const;
  const image = sharp({ create: { width: 500, height: 500, channels: 3, background: "teal", noise } });
  return image[encoding]({ ...(encoding === "avif" ? { effort: 0 } : {}) }).toBuffer();
}

/** A WebP of two frames. */
export async function makeAnimation(): Promise<Buffer> {
  const frames = await Promise.all([makeImage("png"), makeImage("png", { background: "red" })]);
  return sharp(frames, { join: { animated: true } })
    .webp()
    .toBuffer();
}

/** A PNG with a chunk added behind its header. */
export function addPngChunk(png: Buffer, type: string, data: Buffer): Buffer {
  return Buffer.concat([png.subarray(0, 33), pngChunk(type, data), png.subarray(33)]);
}

/** A PNG that claims one bit for each of this many pixels but contains only the start of them. */
export function makePngOfSize(width: number, height: number): Buffer {
  const header = Buffer.alloc(13);
  header.writeUInt32BE(width, 0);
  header.writeUInt32BE(height, 4);
  header.writeUInt8(1, 8);
  const data = deflateSync(Buffer.alloc(1_000_000));
  const chunks = [pngChunk("IHDR", header), pngChunk("IDAT", data), pngChunk("IEND", Buffer.alloc(0))];
  return Buffer.concat([Buffer.from("\x89PNG\r\n\x1a\n", "latin1"), ...chunks]);
}

function pngChunk(type: string, data: Buffer): Buffer {
  const length = Buffer.alloc(4);
  length.writeUInt32BE(data.length);
  const content = Buffer.concat([Buffer.from(type, "latin1"), data]);
  const checksum = Buffer.alloc(4);
  checksum.writeUInt32BE(crc32(content));
  return Buffer.concat([length, content, checksum]);
}

/** An AVIF file whose header states another size than that of its picture. */
export async function makeLyingAvif(width: number, claimed: number): Promise<Buffer> {
  const file = await makeImage("avif", { width, height: width });
  for (let at = file.indexOf("ispe"); at !== -1; at = file.indexOf("ispe", at + 1)) {
    file.writeUInt32BE(claimed, at + 8);
    file.writeUInt32BE(claimed, at + 12);
  }
  return file;
}
