import { env } from "#lib/env/env.ts";

/** The public URL of a stored logo. Its content never changes, because the path is the content's hash. */
export function logoUrl(hash: string): string {
  return `${env().PUBLIC_URL}/logos/${hash}`;
}
