import {
  AbiDecodingZeroDataError,
  BaseError,
  ContractFunctionRevertedError,
  ContractFunctionZeroDataError,
  ExecutionRevertedError,
  type Hex,
  isHex,
  RawContractError,
} from "viem";
import { getChain } from "#lib/chain/chains.ts";
import { describeContractError, describeText, type RevertReason } from "#lib/chain/contract-errors.ts";
import { TillError } from "#lib/core/errors.ts";

/** A call that uses up its gas is treated like one that reverts. Nodes share no error code for it. */
const outOfGas = /out ?of ?gas|gas required exceeds/i;

const longestReason = 300;

/**
 * Returns why a call reverts, as a node reported it; null for every other error, such as a timeout or a refusal. A contract
 * chooses this text, which may be of any length and hold NUL, so it is cut to one line that can be stored and logged.
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

/**
 * Returns the reason for a revert: our words for a known error, else the contract's own, cleaned like {@link
 * revertReason}'s; null when it gave none. The number of an unknown error, which some nodes give, is no
 * reason.
 */
export function statedReason(error: unknown): RevertReason | null {
  const data = revertData(error);
  const known = data === undefined ? null : describeContractError(data);
  const stated = revertReason(error)?.match(/ with reason: (.+?)\.?$/)?.[1] ?? null;
  if (known !== null || stated === null || stated.startsWith("custom error")) return known;
  return describeText(stated) ?? { by: "token", words: stated, isQuote: true };
}

/** Returns the data of a revert, as a node reported it. */
export function revertData(error: unknown): Hex | undefined {
  if (!(error instanceof BaseError)) return undefined;
  const raw = error.walk((cause) => cause instanceof Error && "data" in cause && isHex(cause.data));
  return raw instanceof Error && "data" in raw && isHex(raw.data) ? raw.data : undefined;
}

function asLine(text: string): string {
  return text.slice(0, longestReason).toWellFormed().replace(/\p{C}/gu, " ");
}

/** Turns a contract's failure to answer, by a revert or an empty result, into null, for `catch`. @throws any other error. */
export function refused(error: unknown): null {
  if (revertReason(error) === null && !isEmptyAnswer(error)) throw error;
  return null;
}

function isEmptyAnswer(error: unknown): boolean {
  const errors = [AbiDecodingZeroDataError, ContractFunctionZeroDataError, RawContractError];
  return error instanceof BaseError && error.walk((cause) => errors.some((known) => cause instanceof known)) !== null;
}

/** Long enough for the rest of a chain after a failure (see askChain). */
const retryAfterSeconds = 5;

/** A `bad_gateway` that can be retried, for a request that needs an answer of chains that don't respond. */
export function networkUnavailable(chainIds: readonly number[], cause?: unknown): TillError {
  const names = chainIds.map((chainId) => getChain(chainId).name).join(", ");
  const message = `These networks aren't responding: ${names}. Nothing was charged. Try again in a few seconds.`;
  return new TillError("bad_gateway", { message, retryAfterSeconds, cause });
}

/** Awaits a node's answer. @throws TillError `bad_gateway` with a time to retry in place of any error of the node's client. */
export async function fromNode<T>(chainId: number, answer: Promise<T>): Promise<T> {
  try {
    return await answer;
  } catch (error) {
    throw networkUnavailable([chainId], error);
  }
}
