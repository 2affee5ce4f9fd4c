import type { TypedDataDefinition } from "viem";
import { permit2Address } from "#lib/chain/contracts.ts";
import { cancellation, invalidation } from "#test/chain/burn-nonce.ts";
import { nonceOf, type Visit } from "../shop.ts";
import { sendFirst } from "./send.ts";

/** Uses up the nonce that the buyer has signed: at Permit2, or at the token. */
export async function burnNonce({ purchase, account }: Visit, signed: TypedDataDefinition): Promise<void> {
  const { chain, token, plan } = purchase;
  const nonce = nonceOf(signed);
  const [target, data] =
    plan.by === "permit2"
      ? ([permit2Address, invalidation(nonce)] as const)
      : ([token.address, await cancellation(account, signed.domain, nonce)] as const);
  await sendFirst(chain, account, target, data);
}
