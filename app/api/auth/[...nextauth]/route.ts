import { cookies } from "next/headers";
import type { NextRequest } from "next/server";
import NextAuth from "next-auth";
import { authOptions } from "#lib/dashboard/auth-options.ts";
import { cleanAuthPath, cleanAuthQuery } from "#lib/dashboard/sign-in/auth-query.ts";
import { callbackUrlCookie, readCallbackUrl } from "#lib/dashboard/sign-in/callback-url.ts";

type Context = { params: Promise<{ nextauth: string[] }> };

/**
 * Lets NextAuth answer, without what it would answer with 500. Its options are read at the first request, not
 * when the app is built.
 */
async function answer(request: NextRequest, { params }: Context): Promise<Response> {
  const nextauth = cleanAuthPath((await params).nextauth);
  cleanAuthQuery(request.nextUrl.searchParams, nextauth[0]);
  const jar = await cookies();
  const remembered = jar.get(callbackUrlCookie());
  // NextAuth reads the jar, and a cookie that is deleted from it is deleted in the browser too. It writes whole URLs.
  if (remembered?.value.startsWith("/") || readCallbackUrl(remembered?.value ?? "/") === null)
    jar.delete(callbackUrlCookie());
  return NextAuth(authOptions())(request, { params: Promise.resolve({ nextauth }) });
}

const signInPaths = ["callback/credentials", "callback/passkey"];

/** NextAuth answers 500 to a GET of the paths that take passwords and passkeys. */
export async function GET(request: NextRequest, context: Context): Promise<Response> {
  if (!signInPaths.includes(await pathOf(context))) return answer(request, context);
  return new Response(null, { status: 405, headers: { allow: "POST" } });
}

/**
 * Takes forms only: NextAuth answers 500 to JSON that it can't read. What a browser reports to `_log` is
 * dropped, because NextAuth would write anyone's text into the log, and fails at a level that it doesn't
 * know.
 */
export async function POST(request: NextRequest, context: Context): Promise<Response> {
  if ((await pathOf(context)) === "_log") return new Response(null, { status: 204 });
  if (!request.headers.get("content-type")?.toLowerCase().includes("json")) return answer(request, context);
  return new Response("Forms are sent as application/x-www-form-urlencoded.", { status: 415 });
}

async function pathOf({ params }: Context): Promise<string> {
  return (await params).nextauth.join("/");
}
