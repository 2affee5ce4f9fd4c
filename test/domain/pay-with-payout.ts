import { assetOf, type Token } from "#lib/chain/tokens.ts";
import { isTestAccount } from "#lib/core/account-mode.ts";
import { clock } from "#lib/core/clock.ts";
import type { PaymentId } from "#lib/core/ids.ts";
import { statement } from "#lib/db/statement.ts";
import { inTransaction } from "#lib/db/transaction.ts";
import { openPayout } from "#lib/domain/payments/payouts/open-payout.ts";
import { insertPayouts } from "#lib/domain/payments/payouts/repository.ts";
import { lockPayment } from "#lib/domain/payments/repository.ts";
import { bringTo } from "#test/domain/create-test-payment.ts";
import { getToken } from "#test/stack/partner.ts";

/** The amount of the merchant's payout after {@link payWithPayout}, in smallest units of its token. */
export const owed = 12_000_000n;

const usdc = getToken("eip155:8453/erc20:0x833589fCD6eDb6E08f4c7C32D4f71b54bdA02913");
const treasury = "0xf39Fd6e51aad88F6F4ce6aB8827279cffFb92266";

const insertWallet = statement({
  name: "test-relayer-wallet-insert",
  text: "INSERT INTO relayer_wallet (chain_id, address, next_nonce) VALUES ($1, $2, 0) ON CONFLICT DO NOTHING",
});

/**
 * Moves an open payment to succeeded and opens its payout as the collection of held money does, without a chain. The treasury is
 * a relayer wallet, so the payout is sent if the merchant has a settlement destination.
 * @param token USDC on Base by default. Only payouts of Permit2 tokens can be sent without a node.
 */
export async function payWithPayout(id: PaymentId, token: Token = usdc): Promise<void> {
  await bringTo(id, "succeeded");
  await inTransaction(async (tx) => {
    await tx.rows(insertWallet, [token.chainId, treasury]);
    const payment = await lockPayment(tx, id);
    if (payment === null) throw new Error(`there is no payment ${id}`);
    // The database refuses payouts of test payments.
    if (isTestAccount(payment.partnerId)) return;
    await openPayout(tx, payment, { asset: assetOf(token), treasury, amount: owed, fee: 500_000n }, clock.now());
  });
}

/** Records that the treasury holds a succeeded payment's money, even if its merchant has a settlement destination. */
export async function holdPayout(paymentId: PaymentId, token: Token): Promise<void> {
  await inTransaction(async (tx) => {
    await tx.rows(insertWallet, [token.chainId, treasury]);
    const payment = await lockPayment(tx, paymentId);
    if (payment === null) throw new Error(`there is no payment ${paymentId}`);
    const { partnerId, merchantId } = payment;
    const debt = { asset: assetOf(token), treasury, amount: owed, fee: 500_000n } as const;
    const payout = { ...debt, paymentId, partnerId, merchantId, destination: null, state: "held" } as const;
    await insertPayouts(tx, [{ ...payout, now: clock.now() }]);
  });
}
