import { HttpRequestError, RpcRequestError, TimeoutError, UnknownRpcError } from "viem";
import { describe, expect, test } from "vitest";
import { readSendError, type SendResult } from "#lib/chain/relay/sending/send-result.ts";

/** Error messages of nodes for `eth_sendRawTransaction`, as they word them. */
const messagesByResult: Record<SendResult, readonly (readonly [node: string, message: string])[]> = {
  accepted: [
    ["geth", "already known"],
    ["geth, formerly", "known transaction: 0x7f657507aee0511e36d2d1972a6b22e917cc89f92b6c12c4dbd57eaabb236960"],
    ["op-geth", "already known"],
    ["bsc", "already known"],
    ["bor", "already known"],
    ["erigon", "already known"],
    ["erigon", "INTERNAL_ERROR: existing tx with same hash"],
    ["erigon", "ALREADY_EXISTS: already known"],
    ["reth", "already known"],
    ["besu", "Known transaction"],
    ["nethermind", "AlreadyKnown"],
    ["anvil", "transaction already imported"],
  ],
  nonce_used: [
    ["geth", "nonce too low"],
    ["geth", "nonce too low: next nonce 82, tx nonce 81"],
    ["bsc", "nonce too low: next nonce 82, tx nonce 81"],
    ["arbitrum", "nonce too low: address 0x336394A3219e71D9d9bd18201d34E95C1Bb7122C, tx: 8089 state: 8090"],
    ["arbitrum", "transaction rejected: nonce too low"],
    ["erigon", "INTERNAL_ERROR: nonce too low"],
    ["besu", "Nonce too low"],
    ["nethermind", "OldNonce"],
    ["nethermind", "OldNonce, Current nonce: 22, nonce of rejected tx: 17"],
    ["anvil", "nonce too low"],
    ["some providers", "nonce has already been used"],
  ],
  insufficient_funds: [
    ["geth", "insufficient funds for gas * price + value"],
    ["geth", "insufficient funds for gas * price + value: balance 1, tx cost 63000000000000, overshot 62999999999999"],
    ["bsc", "insufficient funds for gas * price + value: balance 0, tx cost 63000000000000"],
    [
      "arbitrum",
      "insufficient funds for gas * price + value: address 0xb68D832c1241bc50db1CF09e96c0F4201D5539C9 have 1",
    ],
    ["erigon", "insufficient funds"],
    ["besu", "Upfront cost exceeds account balance"],
    ["nethermind", "InsufficientFunds"],
    ["nethermind", "InsufficientFunds, Account balance: 47407993976, cumulative cost: 22019342038993800000"],
    ["celo", "insufficient funds for gas * price + value + gatewayFee"],
    ["anvil", "Insufficient funds for gas * price + value"],
  ],
  unknown: [
    ["geth", "replacement transaction underpriced"],
    ["geth", "transaction underpriced: gas tip cap 1, minimum needed 25000000000"],
    ["geth", "max fee per gas less than block base fee: address 0x, maxFeePerGas: 1, baseFee: 2"],
    ["geth", "txpool is full"],
    ["geth", "nonce too high"],
    ["geth", "tx fee (1.10 ether) exceeds the configured cap (1.00 ether)"],
    ["nethermind", "NonceGap, Future nonce. Expected nonce: 62"],
    ["nethermind", "OwnNonceAlreadyUsed"],
    ["nethermind", "FeeTooLowToCompete"],
    ["arbitrum", "sequencer pending tx pool full, please try again"],
    ["a proxy", "503 Service Temporarily Unavailable"],
    ["a provider", "Your app has exceeded its compute units per second capacity."],
    ["no node yet", "some new sentence"],
    ["an empty message", ""],
  ],
};

/** Wraps a node's message as viem does: the message in `details`, viem's own text around it. */
function asViemThrows(message: string): Error {
  const body = { method: "eth_sendRawTransaction", params: ["0x02f8"] };
  const cause = new RpcRequestError({ body, error: { code: -32_000, message }, url: "http://127.0.0.1:8545" });
  return new UnknownRpcError(cause);
}

for (const [result, messages] of Object.entries(messagesByResult)) {
  describe(`${result} is the meaning of`, () => {
    test.for(messages)("%s: %s", ([, message]) => {
      expect(readSendError(asViemThrows(message))).toBe(result);
      expect(readSendError(new Error(message))).toBe(result);
    });
  });
}

describe("an error that says nothing about the transaction is unknown, because it may have arrived:", () => {
  const body = { method: "eth_sendRawTransaction" };
  test.for([
    ["a timeout", new TimeoutError({ body, url: "http://127.0.0.1:8545" })],
    ["a broken connection", new HttpRequestError({ body, details: "fetch failed", url: "http://127.0.0.1:8545" })],
    ["a gateway's error", new HttpRequestError({ body, status: 502, url: "http://127.0.0.1:8545" })],
    ["a string", "socket hang up"],
    ["undefined", undefined],
  ] as const)("%s", ([, error]) => {
    expect(readSendError(error)).toBe("unknown");
  });
});
