import { type NextRequest, NextResponse } from "next/server";

// Everything but the API, which sets its own headers, and files that are the same for everybody.
export const config = { matcher: "/((?!v1(?:/|$)|_next/static/|icons/|logos/[^/]+$|healthz$|readyz$).*)" };

const isDev = process.env.NODE_ENV === "development";

/** Gives each page a policy that runs no script but those which this answer names by its nonce, and what they load. */
export function proxy(request: NextRequest): NextResponse {
  const nonce = btoa(crypto.randomUUID());
  const policy = contentSecurityPolicy(nonce);
  // Next reads the nonce from the request and puts it on every script that it writes.
  const headers = new Headers(request.headers);
  headers.set("content-security-policy", policy);
  const response = NextResponse.next({ request: { headers } });
  response.headers.set("content-security-policy", policy);
  return response;
}

function contentSecurityPolicy(nonce: string): string {
  return [
    "default-src 'none'",
    // Development only: Turbopack evaluates modules, and its overlay brings styles of its own.
    `script-src 'nonce-${nonce}' 'strict-dynamic'${isDev ? " 'unsafe-eval'" : ""}`,
    `style-src 'self'${isDev ? " 'unsafe-inline'" : ""}`,
    "connect-src 'self'",
    "font-src 'self'",
    "img-src 'self'",
    "base-uri 'none'",
    "form-action 'self'",
    "frame-ancestors 'none'",
  ].join("; ");
}
