import { decodeImage } from "#lib/domain/merchants/logos/decode-image.ts";
import type { ImageHeader } from "#lib/domain/merchants/logos/image-format.ts";
import { type FetchedLogo, maxLogoEdge, minLogoEdge } from "#lib/domain/merchants/logos/logo.ts";
import { refuseLogo } from "#lib/domain/merchants/logos/logo-refusal.ts";
import { findFormat, readImageHeader } from "#lib/domain/merchants/logos/read-image-header.ts";

/**
 * Checks a file against the rules for logos (docs/contract.md): first its format by content and its dimensions by its
 * header, and only then, by decoding it once, that it is intact. The bytes are kept unchanged.
 * @throws TillError `params_validation` on `iconUrl` with the rule and the actual value.
 */
export async function checkLogo(bytes: Buffer): Promise<FetchedLogo> {
  const format = findFormat(bytes);
  if (format === null)
    throw refuseLogo("format", `must be a JPEG, PNG, WebP or AVIF file; it is ${describeOther(bytes)}`);
  const header = await readImageHeader(format, bytes);
  if (header === null) throw refuseLogo("format", "must be an intact image; its header is damaged");
  checkHeader(header);
  const { mediaType } = format;
  const { width, height } = header;
  await decodeImage(bytes, { mediaType, width, height }).catch((error: unknown) => {
    throw refuseLogo("whole", "must be an intact image; it could not be decoded", error);
  });
  return { mediaType, bytes, width, height };
}

function checkHeader({ width, height, isAnimated, isTransparent }: ImageHeader): void {
  const found = `it has ${width} × ${height}`;
  if (isAnimated) throw refuseLogo("format", "must not be animated; it is");
  if (isTransparent)
    throw refuseLogo(
      "format",
      "must not have an alpha channel as AVIF; use PNG or WebP, or export it without transparency",
    );
  if (Math.min(width, height) < minLogoEdge) {
    throw refuseLogo("pixels", `must be at least ${minLogoEdge} × ${minLogoEdge} pixels; ${found}`);
  }
  if (Math.max(width, height) > maxLogoEdge) {
    throw refuseLogo("pixels", `must be at most ${maxLogoEdge} × ${maxLogoEdge} pixels; ${found}`);
  }
  if (Math.abs(width - height) * 100 > height * 5) {
    throw refuseLogo("square", `must be square, with a tolerance of 5%; ${found} pixels`);
  }
}

function describeOther(file: Buffer): string {
  const beginning = file.toString("latin1", 0, 6);
  if (beginning.startsWith("GIF8")) return "a GIF";
  return /^(\xef\xbb\xbf)?\s*</.test(beginning) ? "a document such as SVG or HTML" : "something else";
}
