import type { ImageFormat, ImageHeader } from "#lib/domain/merchants/logos/image-header.ts";

/** WebP (RFC 9649). */
export const webp: ImageFormat = {
  mediaType: "image/webp",
  isBeginningOf: (file) => tagAt(file, 0) === "RIFF" && tagAt(file, 8) === "WEBP",
  readHeader,
};

const animationFlag = 0x02;
const firstChunk = 12;
const firstData = firstChunk + 8;

function readHeader(file: Buffer): ImageHeader | null {
  const end = 8 + file.readUInt32LE(4);
  if (end > file.length) return null;
  const type = tagAt(file, firstChunk);
  if (type === "VP8 ") return readLossy(file);
  if (type === "VP8L") return readLossless(file);
  return type === "VP8X" ? readExtended(file, end) : null;
}

/** The key frame of a VP8 video: three bytes of flags, a start code, two 14-bit edges below two bits of scale each. */
function readLossy(file: Buffer): ImageHeader | null {
  if (file.readUIntBE(firstData + 3, 3) !== 0x9d012a) return null;
  const edgeAt = (offset: number) => file.readUInt16LE(offset) & 0x3fff;
  return { width: edgeAt(firstData + 6), height: edgeAt(firstData + 8), isAnimated: false };
}

/** A signature byte, then two 14-bit edges, each less one. */
function readLossless(file: Buffer): ImageHeader | null {
  if (file.readUInt8(firstData) !== 0x2f) return null;
  const bits = file.readUInt32LE(firstData + 1);
  return { width: (bits & 0x3fff) + 1, height: ((bits >>> 14) & 0x3fff) + 1, isAnimated: false };
}

/** The canvas of a file with several chunks: flags, then two 24-bit edges, each less one. */
function readExtended(file: Buffer, end: number): ImageHeader {
  let isAnimated = (file.readUInt8(firstData) & animationFlag) !== 0;
  for (let offset = firstChunk; offset + 8 <= end; offset += 8 + evenSizeAt(file, offset)) {
    if (["ANIM", "ANMF"].includes(tagAt(file, offset))) isAnimated = true;
  }
  return { width: file.readUIntLE(firstData + 4, 3) + 1, height: file.readUIntLE(firstData + 7, 3) + 1, isAnimated };
}

function evenSizeAt(file: Buffer, chunk: number): number {
  const size = file.readUInt32LE(chunk + 4);
  return size + (size % 2);
}

function tagAt(file: Buffer, offset: number): string {
  return file.toString("latin1", offset, offset + 4);
}
