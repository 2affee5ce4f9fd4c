import { cookies, headers } from "next/headers";
import type { NextAuthOptions } from "next-auth";
import CredentialsProvider from "next-auth/providers/credentials";
import type { z } from "zod";
import { acceptedLocale } from "#lib/core/choose-locale.ts";
import { isId } from "#lib/core/ids.ts";
import { usedPasskey } from "#lib/dashboard/passkey-fields.ts";
import { readCallbackUrl } from "#lib/dashboard/sign-in/callback-url.ts";
import {
  isKnownBrowser,
  knownBrowserCookie,
  knownBrowserOptions,
  knownBrowserValue,
} from "#lib/dashboard/sign-in/known-browser.ts";
import { type Claims, configuredProviders, verifiedEmail } from "#lib/dashboard/sign-in/providers.ts";
import { signIn } from "#lib/dashboard/sign-in/sign-in.ts";
import { signInByPasskey } from "#lib/dashboard/sign-in/sign-in-by-passkey.ts";
import { endSession } from "#lib/domain/partners/users/end-session.ts";
import { findMember } from "#lib/domain/partners/users/find-member.ts";
import { sessionSeconds } from "#lib/domain/partners/users/session.ts";
import { type Browser, startSession } from "#lib/domain/partners/users/start-session.ts";
import { findVerifiedUser } from "#lib/domain/partners/users/verify-user.ts";
import { callerAddress } from "#lib/edge/client-address.ts";
import { parseJson } from "#lib/edge/parse-json.ts";
import { env, setNextAuthUrl } from "#lib/env/env.ts";
import { log } from "#lib/log/log.ts";

const signInFailed = "signing in failed unexpectedly";

/**
 * The options of next-auth. Its encrypted cookie only names one of our own sessions, which findMember checks, so that
 * sessions can be revoked. Each sign-in starts a new session: a cookie planted in a browser never gains rights.
 */
export function authOptions(): NextAuthOptions {
  const { AUTH_SECRET, PUBLIC_URL } = env();
  if (AUTH_SECRET === undefined) throw new Error("AUTH_SECRET is not set");
  setNextAuthUrl(PUBLIC_URL);
  return {
    secret: AUTH_SECRET,
    session: { strategy: "jwt", maxAge: sessionSeconds },
    pages: { signIn: "/sign-in", error: "/sign-in" },
    providers: [
      CredentialsProvider({ credentials: { email: {}, password: {}, code: {} }, authorize: signInByPassword }),
      CredentialsProvider({ id: "passkey", credentials: { response: {} }, authorize: signInWithPasskey }),
      ...configuredProviders(),
    ],
    callbacks: {
      // The default one fails at a field of a form that isn't a URL.
      redirect: ({ url, baseUrl }) => readCallbackUrl(url) ?? baseUrl,
      async signIn({ account, profile }) {
        if (account?.type === "credentials") return true;
        const found = await hidingErrors(() => findByClaims(profile as Claims | undefined));
        return isId("usr", found) ? true : `/sign-in?error=${found}`;
      },
      // `user` is set only right after a sign-in. The token then keeps the session's id.
      async jwt({ token, user, account, profile }) {
        if (!user) return token;
        if (account?.type === "credentials") return { sub: user.id };
        const found = await findByClaims(profile as Claims | undefined);
        if (!isId("usr", found)) throw new Error("a sign-in without an account passed the check");
        const facts = { passwordHash: null, hasSecondFactor: false };
        const sessionId = await startSession(found, browserOf(await headers()), facts);
        if (sessionId === null) throw new Error("the account got a second factor or was removed during the sign-in");
        return { sub: sessionId };
      },
      session: ({ session }) => ({ expires: session.expires }),
    },
    logger: {
      // A cookie that can't be decrypted is any client's to send.
      error(code, details) {
        if (code === "JWT_SESSION_ERROR") return;
        // So is an answer of a provider that it never gave. A misconfigured provider is logged in the same way.
        if (code.startsWith("OAUTH_CALLBACK_"))
          return log().warn({ err: errorOf(details), code }, "a provider's sign-in failed");
        log().error({ err: errorOf(details), code }, signInFailed);
      },
    },
    events: {
      async signOut({ token }) {
        const member = await findMember(token.sub ?? "");
        if (member !== null) await endSession(member.userId, member.sessionId);
      },
    },
  };
}

function errorOf(details: Error | { error: Error }): Error {
  return details instanceof Error ? details : details.error;
}

/** Characters of the browser's JSON of a passkey. */
const maxResponseLength = 32_768;

type Given = Partial<Record<"email" | "password" | "code", unknown>> | undefined;

/** Signs in by email and password. @throws Error with the outcome's name, which next-auth passes to the form. */
async function signInByPassword(given: Given): Promise<{ id: string } | null> {
  const text = (value: unknown) => (typeof value === "string" ? value : "");
  const email = text(given?.email).trim();
  const password = text(given?.password);
  const code = text(given?.code).trim();
  const requestHeaders = await headers();
  const jar = await cookies();
  const attempt = {
    email: email.slice(0, 254),
    password,
    code: code.slice(0, 64),
    address: callerAddress(requestHeaders.get("x-forwarded-for")),
    browser: browserOf(requestHeaders),
    isKnownBrowser: isKnownBrowser(jar.get(knownBrowserCookie)?.value, email),
  };
  const outcome = await hidingErrors(() => signIn(attempt));
  if (outcome.kind === "refused") return null;
  if (outcome.kind !== "signed_in") throw new Error(outcome.kind);
  jar.set(knownBrowserCookie, knownBrowserValue(email), knownBrowserOptions());
  return { id: outcome.sessionId };
}

/** Signs in by the browser's JSON of a passkey. @throws Error with the outcome's name, as {@link signInByPassword}. */
async function signInWithPasskey(given: { response?: unknown } | undefined): Promise<{ id: string } | null> {
  const response = readPasskey(given?.response);
  if (response === null) return null;
  const requestHeaders = await headers();
  const attempt = {
    response,
    address: callerAddress(requestHeaders.get("x-forwarded-for")),
    browser: browserOf(requestHeaders),
  };
  const outcome = await hidingErrors(() => signInByPasskey(attempt));
  if (outcome.kind === "refused") return null;
  if (outcome.kind !== "signed_in") throw new Error(outcome.kind);
  (await cookies()).set(knownBrowserCookie, knownBrowserValue(outcome.email), knownBrowserOptions());
  return { id: outcome.sessionId };
}

function browserOf(requestHeaders: Pick<Headers, "get">): Browser {
  return { userAgent: requestHeaders.get("user-agent"), locale: acceptedLocale(requestHeaders.get("accept-language")) };
}

/**
 * Runs a step of a sign-in, and logs what it throws: next-auth sends the message of an error to the browser, and logs nothing.
 * @throws Error `failed`.
 */
async function hidingErrors<T>(step: () => Promise<T>): Promise<T> {
  try {
    return await step();
  } catch (error) {
    log().error({ err: error }, signInFailed);
    throw new Error("failed");
  }
}

function readPasskey(text: unknown): z.output<typeof usedPasskey> | null {
  if (typeof text !== "string" || text.length > maxResponseLength) return null;
  try {
    return usedPasskey.safeParse(parseJson(text)).data ?? null;
  } catch {
    return null;
  }
}

async function findByClaims(claims: Claims | undefined) {
  const email = verifiedEmail(claims);
  return email === null ? "unverified" : findVerifiedUser(email);
}
