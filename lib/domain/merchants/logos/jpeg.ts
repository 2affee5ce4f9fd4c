import type { ImageFormat, ImageHeader } from "#lib/domain/merchants/logos/image-format.ts";

/** JPEG (ITU T.81) as browsers support it: baseline, extended or progressive, Huffman-coded. */
export const jpeg: ImageFormat = {
  mediaType: "image/jpeg",
  hasSignature: (file) => file.subarray(0, 3).equals(Buffer.of(0xff, 0xd8, 0xff)),
  readHeader,
};

/** Walks the segments up to the frame header, which precedes the first pixel. */
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

/** True for tables (DHT, DQT, DRI), application data and comments. */
function mayPrecedeFrame(marker: number): boolean {
  return marker === 0xc4 || marker === 0xdb || marker === 0xdd || (marker >= 0xe0 && marker <= 0xef) || marker === 0xfe;
}
