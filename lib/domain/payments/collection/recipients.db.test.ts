import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { currentRouter } from "#lib/chain/router/routers.ts";
import { assetOf } from "#lib/chain/tokens.ts";
import { toCaip10 } from "#lib/core/caip.ts";
import { newId } from "#lib/core/ids.ts";
import { inTransaction } from "#lib/db/transaction.ts";
import { requireCurrentRecipients } from "#lib/domain/payments/collection/recipients.ts";
import type { PaymentOption } from "#lib/domain/payments/options/option.ts";
import { type ServiceDatabase, startDatabase } from "#test/db/service-database.ts";
import { makeOption } from "#test/domain/make-option.ts";
import { createPartner, getToken, type TestPartner } from "#test/stack/partner.ts";

const usdc = getToken("eip155:8453/erc20:0x833589fCD6eDb6E08f4c7C32D4f71b54bdA02913");
const destination = "0x3C44CdDdB6a900fa2b585dd299e03d12FA4293BC";
const another = "0x5555555555555555555555555555555555555555";
const treasury = "0x90F79bf6EB2c4f870365E785982E1f101E93b906";
const feeRecipient = "0x15d34AAf54267DB7D7c367839AAf71A00a2C6A65";

let database: ServiceDatabase;
let partner: TestPartner;
let option: PaymentOption;

beforeAll(async () => {
  const custody = { TREASURY_ADDRESS_8453: treasury, FEE_RECIPIENT_8453: feeRecipient };
  const node = { RPC_URLS_8453: "http://127.0.0.1:1" };
  database = await startDatabase({ PUBLIC_URL: "http://till.test", LOG_LEVEL: "silent", ...node, ...custody });
});
afterAll(() => database.stop());
beforeEach(async () => {
  partner = await createPartner({ settlements: [{ token: usdc, address: destination }] });
  const terms = { chainId: usdc.chainId, token: usdc.address, router: currentRouter(usdc.chainId) };
  option = makeOption(newId("pay", new Date()), { ...terms, recipient: destination, feeRecipient });
  await database.query(
    "INSERT INTO relayer_wallet (chain_id, address, next_nonce) VALUES (8453, $1, 0) ON CONFLICT DO NOTHING",
    [option.submitter],
  );
});

const check = (changes: Partial<PaymentOption> = {}) =>
  inTransaction((tx) => requireCurrentRecipients(tx, partner.merchantId, { ...option, ...changes }));
const refused = { code: "quote_expired" };
const removeDestination = () =>
  database.query("DELETE FROM settlement_destination WHERE merchant_id = $1", [partner.merchantId]);

describe("an option can be confirmed", () => {
  test("while its destination, fee recipient and router are the current ones", async () => {
    await check();
  });

  test("while its money is held, and the merchant still has no destination", async () => {
    await removeDestination();
    await check({ recipient: treasury, isHeld: true });
  });

  test("with the treasury as fee recipient, because the token may block the other", async () => {
    await check({ feeRecipient: treasury });
  });
});

describe("an option is refused as expired", () => {
  test("once its money would be held, and the merchant offers only tokens that can be settled", async () => {
    await removeDestination();
    await database.query("UPDATE merchant SET only_settleable_tokens = true WHERE id = $1", [partner.merchantId]);
    await expect(check({ recipient: treasury, isHeld: true })).rejects.toMatchObject(refused);
  });

  test("once the merchant's destination has changed", async () => {
    await database.query("UPDATE settlement_destination SET destination = $2 WHERE merchant_id = $1 AND asset = $3", [
      partner.merchantId,
      toCaip10({ chainId: usdc.chainId, address: another }),
      assetOf(usdc),
    ]);
    await expect(check()).rejects.toMatchObject(refused);
    await check({ recipient: another });
  });

  test("once the merchant's destination is removed", async () => {
    await removeDestination();
    await expect(check()).rejects.toMatchObject(refused);
  });

  test("once a merchant without a destination has one", async () => {
    await expect(check({ recipient: treasury, isHeld: true })).rejects.toMatchObject(refused);
  });

  test("once the treasury has changed", async () => {
    await removeDestination();
    await expect(check({ recipient: another, isHeld: true })).rejects.toMatchObject(refused);
  });

  test.for(["router", "feeRecipient"] as const)("once the %s has changed", async (field) => {
    await expect(check({ [field]: another })).rejects.toMatchObject(refused);
  });
});
