import type { LogoType } from "#lib/domain/merchants/logos/logo.ts";

/** The properties that an image file claims in its header. */
export type ImageHeader = {
  width: number;
  height: number;
  isAnimated: boolean;
  /** True for transparency in a format that must not have any. */
  isTransparent?: boolean;
};

/** A file format that a logo can have. */
export type ImageFormat = {
  mediaType: LogoType;
  /** True when a file starts with the format's signature. File name and Content-Type don't count. */
  hasSignature(file: Buffer): boolean;
  /** Reads the header of a file with the signature; null when it is damaged. @throws RangeError when it is cut off. */
  readHeader(file: Buffer): ImageHeader | null | Promise<ImageHeader | null>;
};
