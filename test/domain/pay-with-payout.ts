import { assetOf } from "#lib/chain/tokens.ts";
import { clock } from "#lib/core/clock.ts";
import type { PaymentId } from "#lib/core/ids.ts";
import { inTransaction } from "#lib/db/transaction.ts";
import { openPayout } from "#lib/domain/payments/payouts/open-payout.ts";
import { lockPayment } from "#lib/domain/payments/repository.ts";
import { bringTo } from "#test/domain/create-test-payment.ts";
import { getToken } from "#test/stack/partner.ts";

/** The amount of the merchant's payout after {@link payWithPayout}, in smallest units of USDC on Base. */
export const owed = 12_000_000n;

const usdc = getToken("eip155:8453/erc20:0x833589fCD6eDb6E08f4c7C32D4f71b54bdA02913");
const treasury = "0xf39Fd6e51aad88F6F4ce6aB8827279cffFb92266";

const insertWallet = {
  name: "test-relayer-wallet-insert",
  text: "INSERT INTO relayer_wallet (chain_id, address, next_nonce) VALUES ($1, $2, 0) ON CONFLICT DO NOTHING",
};

/**
 * Moves an open payment to succeeded and opens its payout as the collection of held money does, without a chain. The treasury is
 * a relayer wallet, so the payout is sent if the merchant has a settlement destination.
 */
export async function payWithPayout(id: PaymentId): Promise<void> {
  await bringTo(id, "succeeded");
  await inTransaction(async (tx) => {
    await tx.rows(insertWallet, [usdc.chainId, treasury]);
    const payment = await lockPayment(tx, id);
    if (payment === null) throw new Error(`there is no payment ${id}`);
    await openPayout(tx, payment, { asset: assetOf(usdc), treasury, amount: owed, fee: 500_000n }, clock.now());
  });
}
