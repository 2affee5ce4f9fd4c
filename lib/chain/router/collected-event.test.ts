import { encodeAbiParameters, encodeEventTopics, type Log } from "viem";
import { expect, test } from "vitest";
import { findCollectedLog } from "#lib/chain/router/collected-event.ts";
import { commitmentOf } from "#lib/chain/router/commitment.ts";
import { paymentRouterAbi, type RouterPayment } from "#lib/chain/router/payment-router.ts";

const payment: RouterPayment = {
  id: `0x${"1d".repeat(32)}`,
  payer: "0xf39Fd6e51aad88F6F4ce6aB8827279cffFb92266",
  token: "0x833589fCD6eDb6E08f4c7C32D4f71b54bdA02913",
  amount: 12_500_000n,
  recipient: "0x3C44CdDdB6a900fa2b585dd299e03d12FA4293BC",
  fee: 150_000n,
  feeRecipient: "0x90F79bf6EB2c4f870365E785982E1f101E93b906",
  submitter: "0x70997970C51812dc3A010C7d01b50e0d17dc79C8",
  validBefore: 1_795_263_600n,
};
const terms = { chainId: 8453, router: "0x1111111111111111111111111111111111111111", method: "eip3009" } as const;
const other = "0x5555555555555555555555555555555555555555";
const commitment = commitmentOf(terms, payment);

/** The log that the router emits for a payment, by default with the commitment to the one that is looked for. */
function makeLog(of: RouterPayment, { address = terms.router as string, committed = commitment } = {}): Log {
  const { submitter, payer, id, recipient, token, amount, fee, feeRecipient } = of;
  const args = { commitment: committed, submitter, payer };
  const item = { abi: paymentRouterAbi, eventName: "PaymentCollected" } as const;
  const inputs = paymentRouterAbi.find((each) => each.type === "event")?.inputs.filter((each) => !("indexed" in each));
  return {
    address,
    topics: encodeEventTopics({ ...item, args }),
    data: encodeAbiParameters(inputs ?? [], [id, recipient, token, amount, fee, feeRecipient]),
    logIndex: 7,
    blockNumber: 1n,
    blockHash: `0x${"cc".repeat(32)}`,
    transactionHash: `0x${"aa".repeat(32)}`,
    transactionIndex: 0,
    removed: false,
  } as Log;
}

test("the router's event with the exact commitment and fields proves a payment, among other logs", () => {
  const forged = makeLog(
    { ...payment, submitter: other },
    { committed: commitmentOf(terms, { ...payment, submitter: other }) },
  );
  const logs = [forged, { ...forged, topics: [], data: "0x" } as Log, makeLog(payment)];
  expect(findCollectedLog(logs, terms, payment)).toEqual({ logIndex: 7 });
  expect(findCollectedLog([forged], terms, payment)).toBeNull();
});

test.for([
  { id: `0x${"2d".repeat(32)}` },
  { payer: other },
  { token: other },
  { amount: payment.amount - 1n },
  { recipient: other },
  { fee: payment.fee + 1n },
  { feeRecipient: other },
  { submitter: other },
] as const)("an event with another field proves nothing, even under the payment's commitment: %o", (change) => {
  expect(findCollectedLog([makeLog({ ...payment, ...change })], terms, payment)).toBeNull();
});

test.for([
  ["router", { ...terms, router: other }],
  ["chain", { ...terms, chainId: 1 }],
  ["method", { ...terms, method: "permit2" }],
] as const)("the event of another %s proves nothing", ([, changed]) => {
  const log = makeLog(payment, { address: changed.router, committed: commitmentOf(changed, payment) });
  expect(findCollectedLog([log], terms, payment)).toBeNull();
  expect(findCollectedLog([log], changed, payment)).toEqual({ logIndex: 7 });
});

test("the same event of another contract proves nothing", () => {
  expect(findCollectedLog([makeLog(payment, { address: other })], terms, payment)).toBeNull();
});
