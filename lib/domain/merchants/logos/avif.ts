import type { ImageFormat, ImageHeader } from "#lib/domain/merchants/logos/image-header.ts";

/** AVIF: AV1 pictures in boxes (ISO 14496-12, ISO 23008-12). */
export const avif: ImageFormat = {
  mediaType: "image/avif",
  isBeginningOf: (file) => brandsOf(file).some((brand) => brand === "avif" || brand === "avis"),
  readHeader,
};

/**
 * A file lists the extents (`ispe`) of all its pictures: the one that is shown, its transparency, the tiles it may be
 * made of, thumbnails. The largest counts, so that a small one can't hide it; that it is the one which is shown comes
 * out when the file is decoded. An `avis` brand or a `moov` box bring a sequence of frames.
 */
function readHeader(file: Buffer): ImageHeader | null {
  const isAnimated = brandsOf(file).includes("avis") || boxesIn(file, "moov").length > 0;
  const extents = boxesIn(file, "meta")
    .flatMap((meta) => boxesIn(meta.subarray(4), "iprp"))
    .flatMap((properties) => boxesIn(properties, "ipco"))
    .flatMap((container) => boxesIn(container, "ispe"))
    .map((extent) => ({ width: extent.readUInt32BE(4), height: extent.readUInt32BE(8), isAnimated }));
  return extents.toSorted((a, b) => b.width * b.height - a.width * a.height)[0] ?? null;
}

/** The brands of the `ftyp` box that the file begins with; none when it does not begin with one. */
function brandsOf(file: Buffer): string[] {
  if (file.toString("latin1", 4, 8) !== "ftyp") return [];
  const end = Math.min(file.readUInt32BE(0), 1_024);
  const brands = [file.toString("latin1", 8, 12)];
  for (let offset = 16; offset + 4 <= end; offset += 4) brands.push(file.toString("latin1", offset, offset + 4));
  return brands;
}

/**
 * The contents of the boxes of one type that lie side by side.
 * @throws RangeError when a box does not end where its surroundings do.
 */
function boxesIn(surroundings: Buffer, type: string): Buffer[] {
  const found: Buffer[] = [];
  let offset = 0;
  while (offset < surroundings.length) {
    const { start, end } = extentOfBox(surroundings, offset);
    if (surroundings.toString("latin1", offset + 4, offset + 8) === type) found.push(surroundings.subarray(start, end));
    offset = end;
  }
  return found;
}

/** A size of 1 says that the real one follows in 64 bits, 0 that the box is the last. */
function extentOfBox(surroundings: Buffer, offset: number): { start: number; end: number } {
  const size = surroundings.readUInt32BE(offset);
  const isLong = size === 1;
  const headerLength = isLong ? 16 : 8;
  const length = isLong ? Number(surroundings.readBigUInt64BE(offset + 8)) : size;
  const end = size === 0 ? surroundings.length : offset + length;
  if (end < offset + headerLength || end > surroundings.length) throw new RangeError("a box is cut off");
  return { start: offset + headerLength, end };
}
