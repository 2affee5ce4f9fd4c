import NextAuth from "next-auth";
import { authOptions } from "#lib/dashboard/auth-options.ts";

type Context = { params: Promise<{ nextauth: string[] }> };

// Read at the first request, not when the app is built.
const answer = (request: Request, context: Context): Promise<Response> => NextAuth(authOptions())(request, context);

const signInPaths = ["callback/credentials", "callback/passkey"];

/** NextAuth answers 500 to a GET of the paths that take passwords and passkeys. */
export async function GET(request: Request, context: Context): Promise<Response> {
  if (!signInPaths.includes(await pathOf(context))) return answer(request, context);
  return new Response(null, { status: 405, headers: { allow: "POST" } });
}

/**
 * Takes forms only: NextAuth answers 500 to JSON that it can't read. What a browser reports to `_log` is dropped, because NextAuth
 * would write anyone's text into the log, and fails at a level that it doesn't know.
 */
export async function POST(request: Request, context: Context): Promise<Response> {
  if ((await pathOf(context)) === "_log") return new Response(null, { status: 204 });
  if (!request.headers.get("content-type")?.toLowerCase().includes("json")) return answer(request, context);
  return new Response("Forms are sent as application/x-www-form-urlencoded.", { status: 415 });
}

async function pathOf({ params }: Context): Promise<string> {
  return (await params).nextauth.join("/");
}
