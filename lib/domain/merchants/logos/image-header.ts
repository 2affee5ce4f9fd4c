import type { LogoType } from "#lib/domain/merchants/logos/logo.ts";

/** What a file says about itself, before anything is decoded. */
export type ImageHeader = { width: number; height: number; isAnimated: boolean };

/** A format of which files may be logos. */
export type ImageFormat = {
  mediaType: LogoType;
  /** True when a file begins like one of this format, whatever its name or its server say. */
  isBeginningOf(file: Buffer): boolean;
  /** Reads a file that begins so; null when it is damaged. @throws RangeError when it ends too early. */
  readHeader(file: Buffer): ImageHeader | null;
};
