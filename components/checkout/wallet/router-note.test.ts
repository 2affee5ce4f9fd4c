import { expect, test } from "vitest";
import { readRouter } from "#components/checkout/wallet/router-note.tsx";
import { newId } from "#lib/core/ids.ts";
import { type WalletAction, walletActions } from "#lib/domain/payments/gateway/wallet-actions.ts";
import { makeOption } from "#test/domain/make-option.ts";

const option = makeOption(newId("pay", new Date()));

const toWire = ({ chainId, method, params }: WalletAction) => ({
  type: "walletRpc" as const,
  data: { chain_id: chainId, method, params },
  walletRpc: { chainId, method, params: JSON.stringify(params) },
});
const read = (changes: Partial<typeof option>) =>
  walletActions({ ...option, ...changes }).map((action) => readRouter(toWire(action)));

test("the router is the recipient of an EIP-3009 authorization", () => {
  expect(read({})).toEqual([{ role: "recipient", address: option.router }]);
});

test("the router is the spender of a Permit2 transfer, and has no part in the approval before it", () => {
  const answer = read({ method: "permit2", domain: null, approvals: [option.amount] });
  expect(answer).toEqual([null, { role: "spender", address: option.router }]);
});
