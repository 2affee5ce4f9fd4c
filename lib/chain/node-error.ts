import { BaseError, ContractFunctionRevertedError, ExecutionRevertedError } from "viem";
import { TillError } from "#lib/core/errors.ts";

/** The reason when a node said that a call reverts; null for every other error (time-outs, refusals, nonsense). */
export function revertReason(error: unknown): string | null {
  if (!(error instanceof BaseError)) return null;
  const revert = error.walk(
    (cause) => cause instanceof ExecutionRevertedError || cause instanceof ContractFunctionRevertedError,
  );
  return revert === null ? null : revert.message;
}

/** Awaits an answer of a chain node. @throws TillError `bad_gateway` in place of whatever the node's client throws. */
export async function fromNode<T>(answer: Promise<T>): Promise<T> {
  try {
    return await answer;
  } catch (error) {
    throw new TillError("bad_gateway", { cause: error });
  }
}
