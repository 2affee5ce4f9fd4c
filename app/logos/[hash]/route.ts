import { findLogo } from "#lib/domain/merchants/logos/find-logo.ts";

type Context = { params: Promise<{ hash: string }> };

const headers = {
  "cache-control": "public, max-age=31536000, immutable",
  "content-disposition": "inline",
  // Somebody else made this file: opened by itself, it is an image and nothing more.
  "content-security-policy": "default-src 'none'; sandbox",
  "x-content-type-options": "nosniff",
  // Wallets in the browser show it on pages of their own.
  "cross-origin-resource-policy": "cross-origin",
};

/** Our copy of a merchant's logo, as it was fetched. */
export async function GET(_request: Request, { params }: Context): Promise<Response> {
  const logo = await findLogo((await params).hash);
  if (logo === null) return new Response("Not found", { status: 404, headers: { "cache-control": "no-store" } });
  return new Response(new Uint8Array(logo.bytes), { headers: { ...headers, "content-type": logo.mediaType } });
}
