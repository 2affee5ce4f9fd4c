import { expect, test, vi } from "vitest";
import { warnOfHotCustody } from "#lib/chain/custody.ts";
import { log } from "#lib/log/log.ts";
import { setEnv } from "#test/env/set-env.ts";

const own = "0x70997970C51812dc3A010C7d01b50e0d17dc79C8";
setEnv({
  RPC_URLS_1: "http://127.0.0.1:1",
  TREASURY_ADDRESS_1: own,
  FEE_RECIPIENT_1: own,
  RPC_URLS_137: "http://127.0.0.1:1",
  TREASURY_ADDRESS_137: own,
  RPC_URLS_8453: "http://127.0.0.1:1",
});

test("each chain without a treasury or a fee recipient of the operator's own is warned about", () => {
  const warn = vi.spyOn(log(), "warn");
  warnOfHotCustody();
  expect(warn.mock.calls.sort()).toEqual([
    [{ chainId: 137 }, expect.stringContaining("FEE_RECIPIENT_137 not set: on Polygon")],
    [{ chainId: 8453 }, expect.stringContaining("TREASURY_ADDRESS_8453 and FEE_RECIPIENT_8453 not set: on Base")],
  ]);
});
