import sharp from "sharp";
import type { ImageFormat, ImageHeader } from "#lib/domain/merchants/logos/image-format.ts";

/** WebP (RFC 9649). */
export const webp: ImageFormat = {
  mediaType: "image/webp",
  hasSignature: (file) => file.toString("latin1", 0, 4) === "RIFF" && file.toString("latin1", 8, 12) === "WEBP",
  readHeader,
};

/**
 * Reads the header with libwebp, which rejects files whose flags and chunks disagree. The pixel limit is off because
 * metadata() decodes nothing, and the rule for pixels is checked on the result.
 */
async function readHeader(file: Buffer): Promise<ImageHeader | null> {
  const found = await sharp(file, { failOn: "error", limitInputPixels: false })
    .metadata()
    .catch(() => null);
  return found && { width: found.width, height: found.height, isAnimated: (found.pages ?? 1) > 1 };
}
