import { avif } from "#lib/domain/merchants/logos/avif.ts";
import type { ImageFormat, ImageHeader } from "#lib/domain/merchants/logos/image-format.ts";
import { jpeg } from "#lib/domain/merchants/logos/jpeg.ts";
import { png } from "#lib/domain/merchants/logos/png.ts";
import { webp } from "#lib/domain/merchants/logos/webp.ts";

const formats: readonly ImageFormat[] = [jpeg, png, webp, avif];

/** The format of a file by its signature; null when the file can't be a logo. */
export function findFormat(file: Buffer): ImageFormat | null {
  return file.length < 12 ? null : (formats.find((format) => format.hasSignature(file)) ?? null);
}

/** Reads an image's header without decoding any pixel; null when it is damaged or cut off. */
export async function readImageHeader(format: ImageFormat, file: Buffer): Promise<ImageHeader | null> {
  try {
    return await format.readHeader(file);
  } catch (error) {
    if (error instanceof RangeError) return null;
    throw error;
  }
}
