import { expect, test } from "vitest";
import { sendSubmission } from "#lib/chain/relay/sending/broadcast.ts";
import { setEnv } from "#test/env/set-env.ts";

setEnv({ RPC_URLS_8453: "http://127.0.0.1:1" });

test("a transaction without its signed bytes is an error, and not one that a node didn't accept", async () => {
  await expect(sendSubmission(8453, undefined)).rejects.toThrow("has no submission");
});
