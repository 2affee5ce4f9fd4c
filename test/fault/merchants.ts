import { setTimeout as pause } from "node:timers/promises";
import { type Hex, keccak256, slice, stringToHex } from "viem";
import { registerWallet } from "#lib/chain/relay/recovery/register-wallet.ts";
import { assetOf } from "#lib/chain/tokens.ts";
import { pool } from "#lib/db/pool.ts";
import { prisma } from "#lib/db/prisma.ts";
import { inTransaction } from "#lib/db/transaction.ts";
import { payOutNow } from "#lib/domain/payments/payouts/pay-out-now.ts";
import { devAccounts } from "#scripts/devnet/accounts.ts";
import { createApiClient } from "#test/stack/api-client.ts";
import { createPartner } from "#test/stack/partner.ts";
import type { Installation } from "./installation.ts";
import { type Shop, tokens } from "./shop.ts";

const everyMs = 500;

/** The merchants' accounts. They receive nothing else, so their balances tell what was paid out. */
export const destinations = { settled: addressOf("settled"), late: addressOf("late") } as const;

function addressOf(name: string): Hex {
  return slice(keccak256(stringToHex(`fault ${name}`)), 0, 20);
}

/** Makes this process one of the installation's, and registers the relayer's wallet. */
export async function registerWallets({ env, chains }: Installation): Promise<void> {
  Object.assign(process.env, env);
  const { relayer } = devAccounts();
  for (const { chainId } of chains) await registerWallet({ chainId, wallet: relayer.address });
}

/** Creates the merchants. */
export async function openShop(): Promise<Shop> {
  const settlements = Object.values(tokens).map((token) => ({ token, address: destinations.settled }));
  const settled = await createPartner({ settlements });
  // No address is given for a destination that is younger than a day.
  await pool().query("UPDATE settlement_destination SET updated_at = now() - interval '25 hours'");
  await pool().query("UPDATE merchant SET accepts_transfers = true WHERE id = $1", [settled.merchantId]);
  return {
    settled,
    late: await createPartner(),
    unsettled: await createPartner(),
  };
}

/**
 * Adds the late merchant's destinations as its partner does, and orders the payouts of what is held for it, each twice at
 * once as by two windows of the dashboard, until `over` is aborted.
 */
export async function payOutLate({ webs }: Installation, { late }: Shop, over: AbortSignal): Promise<void> {
  const settlements = Object.values(tokens).map((token) => ({
    asset: assetOf(token),
    destination: `eip155:${token.chainId}:${destinations.late}`,
  }));
  let isAdded = false;
  for (let turn = 0; !over.aborted; turn += 1) {
    if (isAdded) await orderHeld(late).catch(() => undefined);
    else {
      const api = createApiClient(webs[turn % webs.length]?.url ?? "", late);
      const path = `/v1/merchants/${late.merchantId}/settlements/crypto`;
      const added = await api.merchant("POST", path, { settlements }).catch(() => null);
      // The answer to an earlier request may have been lost.
      isAdded = added?.status === 201 || added?.status === 409;
    }
    await pause(everyMs);
  }
}

async function orderHeld({ partnerId, merchantId }: Shop["late"]): Promise<void> {
  const held = await prisma().payout.findMany({ where: { merchantId, state: "held" }, select: { paymentId: true } });
  const orders = held.flatMap(({ paymentId }) => [paymentId, paymentId]);
  await Promise.allSettled(
    orders.map((id) => inTransaction((tx) => payOutNow(tx, { partnerId, merchantId: null }, id))),
  );
}
