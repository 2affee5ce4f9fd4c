import { codelessGasCap, deploymentGasCap, depositGasCap, gasCap } from "#lib/chain/gas-cap.ts";
import type { RelayPurpose } from "#lib/chain/relay/purpose.ts";

export type RelayKind = RelayPurpose["kind"];

/**
 * The relay's treatment of the calls of a kind, apart from what their owner decides (`relay-registry.ts`).
 */
type KindRules = {
  /** The most gas of a call; null for no limit. */
  cap: bigint | null;
  /** The same, where the account had no code at the confirm. */
  codelessCap: bigint | null;
  /** Calls alike take the same gas, so that the last limit is tried before one is estimated. */
  sharesGasLimit: boolean;
  /**
   * When what a plain transfer takes from its wallet counts towards the outflow limits; null for other calls.
   * A plain transfer succeeds every time, so the chain is searched for it before each try.
   */
  transferCounts: "when queued" | "with its nonce" | null;
  /**
   * Queued again when it was displaced. A no-op isn't, because a foreign transaction has used the nonce up.
   */
  isRepeated: boolean;
};

/** The rules of each kind. */
export const relayKinds: { readonly [Kind in RelayKind]: KindRules } = {
  collection: {
    cap: gasCap,
    codelessCap: codelessGasCap,
    sharesGasLimit: true,
    transferCounts: null,
    isRepeated: true,
  },
  deployment: {
    cap: deploymentGasCap,
    codelessCap: null,
    sharesGasLimit: false,
    transferCounts: null,
    isRepeated: true,
  },
  deposit: {
    cap: depositGasCap,
    codelessCap: null,
    sharesGasLimit: true,
    transferCounts: null,
    isRepeated: true,
  },
  sweep: {
    cap: depositGasCap,
    codelessCap: null,
    sharesGasLimit: false,
    transferCounts: null,
    isRepeated: true,
  },
  payout: { cap: null, codelessCap: null, sharesGasLimit: false, transferCounts: "when queued", isRepeated: true },
  movement: { cap: null, codelessCap: null, sharesGasLimit: false, transferCounts: "with its nonce", isRepeated: true },
  noop: { cap: null, codelessCap: null, sharesGasLimit: false, transferCounts: null, isRepeated: false },
};
