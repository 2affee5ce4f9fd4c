import { avif } from "#lib/domain/merchants/logos/avif.ts";
import type { ImageFormat, ImageHeader } from "#lib/domain/merchants/logos/image-header.ts";
import { jpeg } from "#lib/domain/merchants/logos/jpeg.ts";
import { png } from "#lib/domain/merchants/logos/png.ts";
import { webp } from "#lib/domain/merchants/logos/webp.ts";

const formats: readonly ImageFormat[] = [jpeg, png, webp, avif];

/** The format of a file, by how it begins; null for everything that can't be a logo. */
export function findFormat(file: Buffer): ImageFormat | null {
  return file.length < 12 ? null : (formats.find((format) => format.isBeginningOf(file)) ?? null);
}

/** What the header says about the image, without decoding anything; null when it is damaged or cut off. */
export function readImageHeader(format: ImageFormat, file: Buffer): ImageHeader | null {
  try {
    return format.readHeader(file);
  } catch (error) {
    if (error instanceof RangeError) return null;
    throw error;
  }
}
