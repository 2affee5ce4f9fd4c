import NextAuth from "next-auth";
import { authOptions } from "#lib/dashboard/auth-options.ts";

type Context = { params: Promise<{ nextauth: string[] }> };

// Read at the first request, not when the app is built.
const answer = (request: Request, context: Context): Promise<Response> => NextAuth(authOptions())(request, context);

export { answer as GET, answer as POST };
