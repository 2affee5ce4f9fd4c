import { env } from "#lib/env/env.ts";

/** Where buyers get our copy of a logo; what is there never changes. */
export function logoUrl(hash: string): string {
  return `${env().PUBLIC_URL}/logos/${hash}`;
}
