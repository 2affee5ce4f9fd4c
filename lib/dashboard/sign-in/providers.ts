import type { Profile } from "next-auth";
import GitHubProvider from "next-auth/providers/github";
import GoogleProvider from "next-auth/providers/google";
import type { OAuthConfig } from "next-auth/providers/oauth";
import { normalEmail } from "#lib/core/normal-email.ts";
import { env } from "#lib/env/env.ts";

/** The claims of a provider that we read. */
export type Claims = { email?: string | null; email_verified?: boolean | string | null };

/** Returns the configured providers, for the sign-in page. */
export function providerNames(): { id: string; name: string }[] {
  return configuredProviders().map(({ id, name }) => ({ id, name }));
}

/** Returns the configured providers, for next-auth. An email counts only if the provider says that it is verified. */
export function configuredProviders(): OAuthConfig<Claims & { sub?: string }>[] {
  const { AUTH_GOOGLE_ID, AUTH_GOOGLE_SECRET, AUTH_GITHUB_ID, AUTH_GITHUB_SECRET } = env();
  const { AUTH_OIDC_ISSUER, AUTH_OIDC_ID, AUTH_OIDC_SECRET, AUTH_OIDC_NAME } = env();
  return [
    ...(AUTH_GOOGLE_ID && AUTH_GOOGLE_SECRET ? [google(AUTH_GOOGLE_ID, AUTH_GOOGLE_SECRET)] : []),
    ...(AUTH_GITHUB_ID && AUTH_GITHUB_SECRET ? [github(AUTH_GITHUB_ID, AUTH_GITHUB_SECRET)] : []),
    ...(AUTH_OIDC_ISSUER && AUTH_OIDC_ID && AUTH_OIDC_SECRET
      ? [oidc(AUTH_OIDC_ISSUER, AUTH_OIDC_NAME, AUTH_OIDC_ID, AUTH_OIDC_SECRET)]
      : []),
  ];
}

/** Returns the email that the provider has verified, in its normal form; null if there is none. */
export function verifiedEmail(claims: Claims | undefined): string | null {
  const isVerified = claims?.email_verified === true || claims?.email_verified === "true";
  return isVerified && typeof claims?.email === "string" ? normalEmail(claims.email) : null;
}

/** Reads GitHub's response of /user/emails: the primary email, if verified. */
export function githubClaims(answer: unknown): Claims {
  const emails = Array.isArray(answer) ? (answer as Record<string, unknown>[]) : [];
  const main = emails.find(({ primary, verified }) => primary === true && verified === true);
  return typeof main?.email === "string" ? { email: main.email, email_verified: true } : {};
}

function oidc(issuer: string, name: string, clientId: string, clientSecret: string): OAuthConfig<Claims> {
  return {
    id: "oidc",
    name,
    type: "oauth",
    clientId,
    clientSecret,
    wellKnown: `${issuer.replace(/\/$/, "")}/.well-known/openid-configuration`,
    authorization: { params: { scope: "openid email profile" } },
    idToken: true,
    checks: ["pkce", "state", "nonce"],
    // Providers put the email into the ID token or into the userinfo response.
    userinfo: {
      async request({ client, tokens }) {
        const userinfo: object = await client.userinfo(tokens as Parameters<typeof client.userinfo>[0]);
        return withEmailOfOneSource(
          tokens.id_token === undefined ? {} : readClaims(tokens.id_token),
          userinfo,
        ) as Profile;
      },
    },
    profile: (claims) => ({ id: String((claims as { sub?: string }).sub) }),
  };
}

/**
 * Merges the claims of an ID token and of the userinfo response, which takes precedence. The email and
 * whether it is verified come from the same one, because a verification must not be applied to the other's
 * email.
 */
export function withEmailOfOneSource(idToken: Claims, userinfo: Claims): Claims {
  const source = [userinfo, idToken].find((claims) => verifiedEmail(claims) !== null) ?? userinfo;
  return { ...idToken, ...userinfo, email: source.email ?? null, email_verified: source.email_verified ?? null };
}

/** Decodes the claims of a token whose signature is already verified. */
function readClaims(idToken: string): Claims {
  return JSON.parse(Buffer.from(idToken.split(".")[1] ?? "", "base64url").toString("utf8"));
}

function google(clientId: string, clientSecret: string): OAuthConfig<Claims> {
  return { ...GoogleProvider({ clientId, clientSecret }), checks: ["pkce", "state", "nonce"] } as OAuthConfig<Claims>;
}

function github(clientId: string, clientSecret: string): OAuthConfig<Claims> {
  const provider = GitHubProvider({ clientId, clientSecret });
  const request = async ({ tokens }: { tokens: { access_token?: string | undefined } }) => {
    const headers = { authorization: `Bearer ${tokens.access_token}`, accept: "application/vnd.github+json" };
    const signal = AbortSignal.timeout(10_000);
    const [user, emails] = await Promise.all(
      ["https://api.github.com/user", "https://api.github.com/user/emails"].map(async (url) =>
        (await fetch(url, { headers, signal })).json(),
      ),
    );
    return { ...(user as object), email: null, ...githubClaims(emails) };
  };
  return { ...provider, userinfo: { request } } as unknown as OAuthConfig<Claims>;
}
