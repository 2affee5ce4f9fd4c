import {
  AbiDecodingZeroDataError,
  BaseError,
  ContractFunctionRevertedError,
  ContractFunctionZeroDataError,
  ExecutionRevertedError,
  RawContractError,
} from "viem";
import { TillError } from "#lib/core/errors.ts";

/** A call that burns all the gas it is given is refused like one that reverts; nodes agree on no code for it. */
const outOfGas = /out ?of ?gas|gas required exceeds/i;

const longestReason = 300;

/**
 * The reason when a node said that a call reverts; null for every other error (time-outs, refusals, nonsense). A
 * contract may write into it what it likes, a NUL or a book, so it comes as one short line that can be kept and logged.
 */
export function revertReason(error: unknown): string | null {
  if (!(error instanceof BaseError)) return null;
  const revert = error.walk(
    (cause) =>
      cause instanceof ExecutionRevertedError ||
      cause instanceof ContractFunctionRevertedError ||
      (cause instanceof BaseError && outOfGas.test(cause.details)),
  );
  return revert === null ? null : asLine(revert instanceof BaseError ? revert.shortMessage : revert.message);
}

function asLine(text: string): string {
  return text.slice(0, longestReason).toWellFormed().replace(/\p{C}/gu, " ");
}

/** For `catch`: null when the contract itself gave no answer, by a revert or by silence. @throws any other error again. */
export function refused(error: unknown): null {
  if (revertReason(error) === null && !isSilence(error)) throw error;
  return null;
}

function isSilence(error: unknown): boolean {
  const silences = [AbiDecodingZeroDataError, ContractFunctionZeroDataError, RawContractError];
  return (
    error instanceof BaseError && error.walk((cause) => silences.some((silence) => cause instanceof silence)) !== null
  );
}

/** Awaits an answer of a chain node. @throws TillError `bad_gateway` in place of whatever the node's client throws. */
export async function fromNode<T>(answer: Promise<T>): Promise<T> {
  try {
    return await answer;
  } catch (error) {
    throw new TillError("bad_gateway", { cause: error });
  }
}
