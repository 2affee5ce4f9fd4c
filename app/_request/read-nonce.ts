import { headers } from "next/headers";

/** Reads the nonce of this response from its content security policy, which proxy.ts puts into the request. */
export async function readNonce(): Promise<string | undefined> {
  return /'nonce-([^']+)'/.exec((await headers()).get("content-security-policy") ?? "")?.[1];
}
