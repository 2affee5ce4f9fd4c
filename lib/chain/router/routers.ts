import { type Hex, zeroHash } from "viem";
import { z } from "zod";
import { addressByProxy } from "#lib/chain/deployment-proxy.ts";
import type { Address } from "#lib/core/caip.ts";
import { env } from "#lib/env/env.ts";
import artifact from "../../../contracts/payment-router.json" with { type: "json" };

/** The init code of this version's router, as committed in `contracts/payment-router.json`. */
export const routerInitCode: Hex = z
  .templateLiteral(["0x", z.string().regex(/^([0-9a-f]{2})+$/)])
  .parse(artifact.initCode);

/** The router's address where `PAYMENT_ROUTER_<chain id>` names no other: with a salt of zero, through the proxy. */
export const defaultRouter: Address = addressByProxy(routerInitCode, zeroHash);

/** Returns the router that new options of a chain name: the first of `PAYMENT_ROUTER_<chain id>`, or the default. */
export function currentRouter(chainId: number): Address {
  return knownRouters(chainId)[0] ?? defaultRouter;
}

/** Returns the routers of a chain, the newest first. Options of older ones may still be collected. */
export function knownRouters(chainId: number): readonly Address[] {
  return env().paymentRouters.get(chainId) ?? [defaultRouter];
}
