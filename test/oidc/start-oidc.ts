import { once } from "node:events";
import { Provider } from "oidc-provider";
import { findFreePort } from "#scripts/postgres/free-port.ts";

export const oidcClient = { id: "till", secret: "a secret of this test alone" };

/**
 * Starts a real OpenID provider on this machine. Its sign-in page accepts any password and signs in the email typed there,
 * verified unless it begins with `unverified`.
 */
export async function startOidc(redirectUri: string): Promise<{ issuer: string; stop(): Promise<void> }> {
  const port = await findFreePort();
  const issuer = `http://127.0.0.1:${port}`;
  const client = {
    client_id: oidcClient.id,
    client_secret: oidcClient.secret,
    redirect_uris: [redirectUri],
    grant_types: ["authorization_code"],
    response_types: ["code"],
  };
  const provider = new Provider(issuer, {
    clients: [client],
    claims: { openid: ["sub"], email: ["email", "email_verified"], profile: ["name"] },
    cookies: { keys: ["no secret"] },
    findAccount: async (_context, id) => ({
      accountId: id,
      claims: () => ({ sub: id, email: id, email_verified: !id.startsWith("unverified") }),
    }),
  });
  const server = provider.listen(port, "127.0.0.1", () => undefined);
  if (!server.listening) await once(server, "listening");
  return {
    issuer,
    async stop() {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}
