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
  return new Map(
    Object.entries(report).flatMap(([suite, { test_results }]) =>
      Object.entries(test_results).map(([signature, result]) => [nameOf(suite, signature), result]),
    ),
  );
}

/** forge prints warnings of the compiler before its report. */
function parseReport(output: string): unknown {
  const line = output.split("\n").find((each) => each.startsWith("{"));
  if (line === undefined) throw new Error(`forge printed no report: ${output}`);
  return JSON.parse(line);
}

const guarantees = {
  PaymentRouterTest: [
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
  ],
  DepositFactoryTest: [
    "testFuzz_aBlockedAccountOrAPauseOnlyDelays",
    "testFuzz_aStrangersTokenDoesNotBlockThePayment",
    "testFuzz_aSweepGivesEverythingToTheRecipient",
    "testFuzz_aTokenThatKeepsAFeeIsNotCollected",
    "testFuzz_anAuthorizationPaysTheAddress",
    "testFuzz_anAuthorizationWorksOnceAndForOneAddress",
    "testFuzz_anOverpaymentBearsNoFee",
    "testFuzz_anyChangedFieldIsAnotherAddress",
    "testFuzz_bothPartsMayGoToOneAccount",
    "testFuzz_collectsAtHomeOnly",
    "testFuzz_collectsOnce",
    "testFuzz_elsewhereOnlyTheRecipientSweeps",
    "testFuzz_lessThanTheMinimumIsRefused",
    "testFuzz_nobodyElseSweepsBeforeItsTime",
    "testFuzz_onlyTheFactoryMovesWhatABoxHolds",
    "testFuzz_onlyTheSubmitterCollects",
    "testFuzz_paysExactlyTheFeeAndTheRest",
    "test_aFeeOfEverythingLeavesNothingForTheRecipient",
    "test_aReenteringTokenIsRefused",
    "test_aTokenThatOnlySaysItMovedIsNotCollected",
    "test_aTokenThatReturnsFalseIsNotCollected",
    "test_aTokenThatShortchangesEitherRecipientIsNotCollected",
    "test_anAuthorizationIsForTheSubmitterAtHome",
    "test_anAuthorizationThatAnotherSubmittedIsCollected",
    "test_anAuthorizationThatDeliversLessIsRefused",
    "test_nativeCoinArrivesAtAnOpenAddress",
    "test_nativeCoinThatTheRecipientRefusesStays",
    "test_nothingToSweepIsRefused",
    "test_termsThatCouldNotPayOutHaveNoAddress",
    "test_theFactoryTakesNoNativeCoin",
    "test_theMinimumIsPositiveAndCoversTheFee",
  ],
  DepositInvariantsTest: [
    "invariant_aPaymentIsCollectedAtMostOnce",
    "invariant_everythingIsWhereTheTermsSay",
    "invariant_factoryAndImplementationHoldNothing",
    "invariant_feesAreTakenOncePerCollection",
  ],
};

let results: Awaited<ReturnType<typeof runForge>>;
beforeAll(async () => {
  results = await runForge();
}, 240_000);

/** `Contract.test` for forge's `path:Contract` and `test(types)`. */
function nameOf(suite: string, signature: string): string {
  return `${suite.replace(/^.*:/, "")}.${signature.replace(/\(.*$/, "")}`;
}

const names = Object.entries(guarantees).flatMap(([suite, tests]) => tests.map((name) => `${suite}.${name}`));

test("the Solidity tests are those that are listed here", () => {
  expect([...results.keys()].sort()).toEqual([...names].sort());
});

test.for(names)("%s", (name) => {
  expect(results.get(name)).toMatchObject({ status: "Success" });
});
