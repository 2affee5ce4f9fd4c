import type { ImageFormat, ImageHeader } from "#lib/domain/merchants/logos/image-format.ts";

/** AVIF: AV1 images in boxes (ISO 14496-12, ISO 23008-12). */
export const avif: ImageFormat = {
  mediaType: "image/avif",
  hasSignature: (file) => brandsOf(file).some((brand) => brand === "avif" || brand === "avis"),
  readHeader,
};

/** The types of an auxiliary image that is an alpha plane (ISO 23008-12, 6.5.8; the second is HEVC's). */
const alphaTypes = ["urn:mpeg:mpegB:cicp:systems:auxiliary:alpha", "urn:mpeg:hevc:2015:auxid:1"];

/**
 * A file lists the extents (`ispe`) of all its images: the primary one, its alpha plane, tiles and thumbnails. The
 * largest counts, so that a small primary image can't hide a huge alpha plane; decoding then checks that it is the
 * primary one. An `avis` brand or a `moov` box marks an image sequence.
 */
function readHeader(file: Buffer): ImageHeader | null {
  const isAnimated = brandsOf(file).includes("avis") || boxesIn(file, "moov").length > 0;
  const containers = boxesIn(file, "meta")
    .flatMap((meta) => boxesIn(meta.subarray(4), "iprp"))
    .flatMap((properties) => boxesIn(properties, "ipco"));
  const hasAlpha = containers
    .flatMap((container) => boxesIn(container, "auxC"))
    .some((type) => alphaTypes.some((name) => type.toString("latin1", 4).startsWith(name)));
  const extents = containers
    .flatMap((container) => boxesIn(container, "ispe"))
    .map((extent) => ({ width: extent.readUInt32BE(4), height: extent.readUInt32BE(8) }));
  const largest = extents.toSorted((a, b) => b.width * b.height - a.width * a.height)[0];
  return largest === undefined ? null : { ...largest, isAnimated, ...(hasAlpha ? { isTransparent: true } : {}) };
}

/** The brands in the file's leading `ftyp` box; empty when the file doesn't start with one. */
function brandsOf(file: Buffer): string[] {
  if (file.toString("latin1", 4, 8) !== "ftyp") return [];
  const end = Math.min(file.readUInt32BE(0), 1_024);
  const brands = [file.toString("latin1", 8, 12)];
  for (let offset = 16; offset + 4 <= end; offset += 4) brands.push(file.toString("latin1", offset, offset + 4));
  return brands;
}

/**
 * The contents of all boxes of one type directly inside a parent.
 * @throws RangeError when a box reaches beyond its parent.
 */
function boxesIn(parent: Buffer, type: string): Buffer[] {
  const found: Buffer[] = [];
  let offset = 0;
  while (offset < parent.length) {
    const { start, end } = extentOfBox(parent, offset);
    if (parent.toString("latin1", offset + 4, offset + 8) === type) found.push(parent.subarray(start, end));
    offset = end;
  }
  return found;
}

/** A size of 1 means that a 64-bit size follows; 0 means that the box extends to the end. */
function extentOfBox(parent: Buffer, offset: number): { start: number; end: number } {
  const size = parent.readUInt32BE(offset);
  const isLong = size === 1;
  const headerLength = isLong ? 16 : 8;
  const length = isLong ? Number(parent.readBigUInt64BE(offset + 8)) : size;
  const end = size === 0 ? parent.length : offset + length;
  if (end < offset + headerLength || end > parent.length) throw new RangeError("a box is cut off");
  return { start: offset + headerLength, end };
}
