import { generateKeyPairSync, sign } from "node:crypto";
import { once } from "node:events";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import type { Route } from "@playwright/test";

/** The service that attests to wallets which page a WalletConnect request comes from. */
export type Attestor = {
  /** The address at which wallets find its public key. */
  url: string;
  /** Answers the request of the page's frame. */
  fulfill(route: Route): Promise<void>;
  stop(): Promise<void>;
};

const dayMs = 86_400_000;
const encode = (value: object) => Buffer.from(JSON.stringify(value)).toString("base64url");

export async function startAttestor(): Promise<Attestor> {
  const { privateKey, publicKey } = generateKeyPairSync("ec", { namedCurve: "P-256" });
  const expiresAt = Math.floor((Date.now() + dayMs) / 1_000);
  const server = createServer((_request, response) => {
    response.setHeader("Content-Type", "application/json");
    response.end(JSON.stringify({ publicKey: publicKey.export({ format: "jwk" }), expiresAt }));
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");

  const attest = (id: string, origin: string) => {
    const signed = `${encode({ alg: "ES256", typ: "JWT" })}.${encode({ id, origin, exp: expiresAt, isScam: false, isVerified: true })}`;
    const signature = sign("sha256", Buffer.from(signed), { key: privateKey, dsaEncoding: "ieee-p1363" });
    return `${signed}.${signature.toString("base64url")}`;
  };
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    async fulfill(route) {
      const asked = new URL(route.request().url()).searchParams;
      // The origin is the one that has framed the service, whatever the page says.
      const attestation = attest(
        asked.get("id") ?? "",
        new URL(route.request().frame().parentFrame()?.url() ?? "").origin,
      );
      const message = JSON.stringify(JSON.stringify({ type: "verify_attestation", attestation }));
      await route.fulfill({ contentType: "text/html", body: `<script>parent.postMessage(${message}, "*")</script>` });
    },
    async stop() {
      server.close();
      await once(server, "close");
    },
  };
}
