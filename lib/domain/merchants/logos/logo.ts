/** Media types that a logo can have. */
export type LogoType = "image/jpeg" | "image/png" | "image/webp" | "image/avif";

/** A logo that passed every rule, byte for byte as it was fetched. */
export type FetchedLogo = { mediaType: LogoType; bytes: Buffer; width: number; height: number };

export const maxLogoBytes = 2_000_000;
export const minLogoEdge = 500;
export const maxLogoEdge = 4_096;
