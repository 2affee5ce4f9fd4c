import { findLogo } from "#lib/domain/merchants/logos/find-logo.ts";

type Context = { params: Promise<{ hash: string }> };

const headers = {
  "cache-control": "public, max-age=31536000, immutable",
  "content-disposition": "inline",
  // A merchant supplied this file: opened on its own, it may only be displayed.
  "content-security-policy": "default-src 'none'; sandbox",
  "x-content-type-options": "nosniff",
  // Browser wallets show it on their own pages.
  "cross-origin-resource-policy": "cross-origin",
};

/** Serves the stored copy of a merchant's logo. */
export async function GET(_request: Request, { params }: Context): Promise<Response> {
  const logo = await findLogo((await params).hash);
  if (logo === null) return new Response("Not found", { status: 404, headers: { "cache-control": "no-store" } });
  return new Response(new Uint8Array(logo.bytes), { headers: { ...headers, "content-type": logo.mediaType } });
}
