import type { ImageFormat, ImageHeader } from "#lib/domain/merchants/logos/image-header.ts";

/** JPEG (ITU T.81), as browsers show it: baseline, extended or progressive. */
export const jpeg: ImageFormat = {
  mediaType: "image/jpeg",
  isBeginningOf: (file) => file.subarray(0, 3).equals(Buffer.of(0xff, 0xd8, 0xff)),
  readHeader,
};

/** Follows the segments from one marker to the next, up to the frame header; after it the picture would begin. */
function readHeader(file: Buffer): ImageHeader | null {
  let offset = 2;
  for (;;) {
    if (file.readUInt8(offset) !== 0xff) return null;
    const marker = file.readUInt8(offset + 1);
    if (marker === 0xff) {
      offset += 1;
    } else if (marker >= 0xc0 && marker <= 0xc2) {
      return { height: file.readUInt16BE(offset + 5), width: file.readUInt16BE(offset + 7), isAnimated: false };
    } else if (mayPrecedeFrame(marker)) {
      offset += 2 + file.readUInt16BE(offset + 2);
    } else {
      return null;
    }
  }
}

/** Tables (DHT, DQT, DRI), application data and comments. */
function mayPrecedeFrame(marker: number): boolean {
  return marker === 0xc4 || marker === 0xdb || marker === 0xdd || (marker >= 0xe0 && marker <= 0xef) || marker === 0xfe;
}
