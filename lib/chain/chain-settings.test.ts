import { expect, test, vi } from "vitest";
import { checkChainSettings, warnOfChainSettings } from "#lib/chain/chain-settings.ts";
import { defaultRouter } from "#lib/chain/router/routers.ts";
import { log } from "#lib/log/log.ts";
import { setEnv } from "#test/env/set-env.ts";

const own = "0x70997970C51812dc3A010C7d01b50e0d17dc79C8";
setEnv({
  RPC_URLS_8543: "http://127.0.0.1:1",
  RPC_URL_8453: "http://127.0.0.1:1",
  TREASURY_ADDRESS_1: own,
  FEE_RECIPIENT_1: `0x${"0".repeat(40)}`,
  TREASURY_ADDRESS_8453: "0x833589fCD6eDb6E08f4c7C32D4f71b54bdA02913",
  FEE_RECIPIENT_8453: "0x000000000022D473030F116dDEE9F6B43aC78BA3",
  TREASURY_ADDRESS_10: defaultRouter,
  PAYMENT_ROUTER_10: own,
  FEE_RECIPIENT_10: own,
  FINALITY_137: "safe",
  GAS_RESERVE_2: "1",
  OUTFLOW_LIMITS: "8453:USDX=1",
});

const known =
  "8453 (Base), 42161 (Arbitrum One), 10 (OP Mainnet), 42220 (Celo), 143 (Monad), 137 (Polygon), 56 (BNB Smart Chain), 1 (Ethereum); " +
  "for test mode 84532 (Base Sepolia), 421614 (Arbitrum Sepolia), 11155420 (OP Sepolia), 11142220 (Celo Sepolia), " +
  "10143 (Monad Testnet), 80002 (Polygon Amoy), 97 (BNB Testnet), 11155111 (Ethereum Sepolia)";

test("variables that name unknown chains, tokens, or recipients that lose money are refused, one line each", () => {
  expect(checkChainSettings).toThrow(
    expect.objectContaining({
      name: "EnvError",
      message: [
        `RPC_URLS_8543: Till doesn't know chain 8543. It knows ${known}.`,
        `GAS_RESERVE_2: Till doesn't know chain 2. It knows ${known}.`,
        'FINALITY_137: Polygon has no "safe" blocks',
        "TREASURY_ADDRESS_8453: must not be a token contract: tokens sent to it are lost",
        "TREASURY_ADDRESS_10: must not be a payment router: tokens sent to it are lost",
        "FEE_RECIPIENT_1: must not be the zero address",
        "FEE_RECIPIENT_8453: must not be the Permit2 contract: tokens sent to it are lost",
        "FEE_RECIPIENT_10: must not be a payment router: tokens sent to it are lost",
        "OUTFLOW_LIMITS: USDX isn't a token of chain 8453; it has USDC, EURC and native",
      ].join("\n"),
    }),
  );
});

test("a name that looks like a chain's variable is warned about", () => {
  const warn = vi.spyOn(log(), "warn");
  expect(warnOfChainSettings).toThrow("chain 8543 is not in the registry");
  expect(warn.mock.calls).toEqual([
    [
      { name: "RPC_URL_8453" },
      "RPC_URL_8453 isn't read: the name ends with _ and the id of a chain, such as RPC_URLS_8453",
    ],
  ]);
});
