import NextAuth from "next-auth";
import { authOptions } from "#lib/dashboard/auth-options.ts";

type Context = { params: Promise<{ nextauth: string[] }> };

// Read at the first request, not when the app is built.
const answer = (request: Request, context: Context): Promise<Response> => NextAuth(authOptions())(request, context);

const signInPaths = ["callback/credentials", "callback/passkey"];

/** NextAuth answers 500 to a GET of the paths that take passwords and passkeys. */
export async function GET(request: Request, context: Context): Promise<Response> {
  const { nextauth } = await context.params;
  if (!signInPaths.includes(nextauth.join("/"))) return answer(request, context);
  return new Response(null, { status: 405, headers: { allow: "POST" } });
}

export { answer as POST };
