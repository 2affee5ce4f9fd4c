import { execFile } from "node:child_process";
import { mkdir, writeFile } from "node:fs/promises";
import path from "node:path";
import { beforeAll, expect, test } from "vitest";
import { z } from "zod";
import { compileBundle, loadBundle, permit2Bundle } from "#scripts/devnet/contract-bundles.ts";
import { defaultCacheDir } from "#scripts/devnet/contract-codes.ts";
import { findFoundryBinary } from "#scripts/devnet/foundry-binary.ts";

const root = path.resolve(import.meta.dirname, "..");
const resultSchema = z.object({ status: z.string(), reason: z.string().nullish(), counterexample: z.unknown() });
const reportSchema = z.record(z.string(), z.object({ test_results: z.record(z.string(), resultSchema) }));

/** Runs the Solidity tests, for which forge reads the real Permit2's init code from a file. */
async function runForge(): Promise<Map<string, z.infer<typeof resultSchema>>> {
  const { Permit2 = "" } = await compileBundle(await loadBundle(permit2Bundle), defaultCacheDir, () => undefined);
  await mkdir(path.join(root, ".till/forge"), { recursive: true });
  await writeFile(path.join(root, ".till/forge/permit2.hex"), Permit2);
  const output = await new Promise<string>((resolve) => {
    const options = { cwd: root, maxBuffer: 64 * 1024 * 1024 };
    // A failed test makes forge exit with 1; its report says which.
    execFile(findFoundryBinary("forge"), ["test", "--json"], options, (_, stdout, stderr) => resolve(stdout || stderr));
  });
  const report = reportSchema.parse(parseReport(output));
  return new Map(Object.values(report).flatMap(({ test_results }) => Object.entries(test_results)));
}

/** forge prints warnings of the compiler before its report. */
function parseReport(output: string): unknown {
  const line = output.split("\n").find((each) => each.startsWith("{"));
  if (line === undefined) throw new Error(`forge printed no report: ${output}`);
  return JSON.parse(line);
}

const guarantees = [
  "testFuzz_aPaymentIsExecutedOnce",
  "testFuzz_aRefusingRecipientRevertsEverything",
  "testFuzz_aSignatureIsForOneChainAndOneRouter",
  "testFuzz_aTokenThatKeepsAFeeReverts",
  "testFuzz_anotherKeyReverts",
  "testFuzz_anyChangedFieldReverts",
  "testFuzz_contractWalletPaysByBytes",
  "testFuzz_movesExactlyTheSignedAmounts",
  "testFuzz_noExecutionAtOrAfterValidBefore",
  "testFuzz_oneMethodDoesNotOpenTheOther",
  "testFuzz_onlyTheSubmitterExecutes",
  "testFuzz_recipientMayBeThePayerOrTheFeeRecipient",
  "testFuzz_theCommitmentCoversChainRouterMethodAndPayment",
  "test_aFeeOfEverythingLeavesNothingForTheRecipient",
  "test_aFeeOfZeroNeedsNoRecipient",
  "test_aForgedEventHasAnotherCommitment",
  "test_aPausedTokenReverts",
  "test_aReenteringTokenIsRefused",
  "test_aTokenThatDeliversLessOrMoreIsRefused",
  "test_aTokenThatTakesMoreThanIsSentIsRefused",
  "test_refusesRecipientsThatCantReceive",
  "test_refusesZeroAndFeesAboveTheAmount",
  "test_takesNoNativeCoin",
];

let results: Awaited<ReturnType<typeof runForge>>;
beforeAll(async () => {
  results = await runForge();
}, 240_000);

const nameOf = (signature: string) => signature.replace(/\(.*$/, "");

test("the Solidity tests are those that are listed here", () => {
  expect([...results.keys()].map(nameOf).sort()).toEqual([...guarantees].sort());
});

test.for(guarantees)("contracts/test/PaymentRouter.t.sol: %s", (name) => {
  const [, result] = [...results].find(([signature]) => nameOf(signature) === name) ?? [];
  expect(result).toMatchObject({ status: "Success" });
});
