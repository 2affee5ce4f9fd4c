import type { ImageFormat, ImageHeader } from "#lib/domain/merchants/logos/image-format.ts";

const signature = Buffer.from("\x89PNG\r\n\x1a\n", "latin1");

/** PNG (ISO 15948). */
export const png: ImageFormat = {
  mediaType: "image/png",
  hasSignature: (file) => file.subarray(0, signature.length).equals(signature),
  readHeader,
};

/** Walks the chunks from IHDR, which must be first, to IEND. An acTL chunk marks an animation. */
function readHeader(file: Buffer): ImageHeader | null {
  let isAnimated = false;
  let offset = signature.length;
  if (typeAt(file, offset) !== "IHDR") return null;
  while (typeAt(file, offset) !== "IEND") {
    if (typeAt(file, offset) === "acTL") isAnimated = true;
    offset += 12 + file.readUInt32BE(offset);
  }
  return { width: file.readUInt32BE(16), height: file.readUInt32BE(20), isAnimated };
}

/** The type of the chunk at an offset. @throws RangeError when the file ends before a whole chunk could. */
function typeAt(file: Buffer, offset: number): string {
  file.readUInt32BE(offset + 8);
  return file.toString("latin1", offset + 4, offset + 8);
}
