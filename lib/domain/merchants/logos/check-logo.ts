import { brokenRule } from "#lib/domain/merchants/logos/broken-rule.ts";
import { decodeImage } from "#lib/domain/merchants/logos/decode-image.ts";
import type { ImageHeader } from "#lib/domain/merchants/logos/image-header.ts";
import { type FetchedLogo, maxLogoEdge, minLogoEdge } from "#lib/domain/merchants/logos/logo.ts";
import { findFormat, readImageHeader } from "#lib/domain/merchants/logos/read-image-header.ts";

/**
 * Checks a file against the rules for logos (SPEC, Merchant): its format by content, its size in pixels by its header,
 * and only then, by decoding it once, that it is whole. The file itself stays as it is.
 * @throws TillError `params_validation` on `iconUrl` that names the rule and what was found.
 */
export async function checkLogo(bytes: Buffer): Promise<FetchedLogo> {
  const format = findFormat(bytes);
  if (format === null) throw brokenRule("format", `must be a JPEG, PNG, WebP or AVIF file; it is ${whatElse(bytes)}`);
  const header = readImageHeader(format, bytes);
  if (header === null) throw brokenRule("format", "must be a whole image; its header is damaged");
  checkHeader(header);
  const { mediaType } = format;
  const { width, height } = header;
  await decodeImage(bytes, { mediaType, width, height }).catch((error: unknown) => {
    throw brokenRule("whole", "must be a whole image; it could not be decoded", error);
  });
  return { mediaType, bytes, width, height };
}

function checkHeader({ width, height, isAnimated }: ImageHeader): void {
  const found = `it has ${width} × ${height}`;
  if (isAnimated) throw brokenRule("format", "must not be animated; it is");
  if (Math.min(width, height) < minLogoEdge) {
    throw brokenRule("pixels", `must be at least ${minLogoEdge} × ${minLogoEdge} pixels; ${found}`);
  }
  if (Math.max(width, height) > maxLogoEdge) {
    throw brokenRule("pixels", `must be at most ${maxLogoEdge} × ${maxLogoEdge} pixels; ${found}`);
  }
  if (Math.abs(width - height) * 100 > height * 5) {
    throw brokenRule("square", `must be square, give or take 5 %; ${found} pixels`);
  }
}

function whatElse(file: Buffer): string {
  const beginning = file.toString("latin1", 0, 6);
  if (beginning.startsWith("GIF8")) return "a GIF";
  return /^(\xef\xbb\xbf)?\s*</.test(beginning) ? "a document such as SVG or HTML" : "something else";
}
