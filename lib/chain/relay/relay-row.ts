import type { Hex } from "viem";
import { type PurposeColumns, purposeColumnList, toPurpose } from "#lib/chain/relay/purpose.ts";
import type { RelayState, RelayTransaction, SentTransaction } from "#lib/chain/relay/relay-transaction.ts";
import type { Address } from "#lib/core/caip.ts";

/** A row of {@link sentColumns} as Postgres returns it. */
export type SentRow = PurposeColumns & {
  id: string;
  chain_id: number;
  wallet: Address;
  state: RelayState;
  target: Address;
  value: string;
  gas_limit: string | null;
  gas_cap: string | null;
  nonce: string | null;
  mined_hash: Hex | null;
  block_number: string | null;
  block_hash: Hex | null;
  since_block: string | null;
  simulation_failed_at_block: string | null;
};

/** A row of {@link relayColumns}. */
export type RelayRow = SentRow & { calldata: Hex };

/** The columns of `relay_transaction` that a {@link SentTransaction} is made from. */
export const sentColumns = `id, chain_id, wallet, ${purposeColumnList}, state, target, value,
  gas_limit, gas_cap, nonce, mined_hash, block_number, block_hash, since_block, simulation_failed_at_block`;
/** The columns that a {@link RelayTransaction} is made from. */
export const relayColumns = `${sentColumns}, calldata`;

/** Converts a row, its numbers to bigint. */
export function toTransaction(row: RelayRow): RelayTransaction {
  return { ...toSent(row), calldata: row.calldata };
}

/** Converts a row that was read without its calldata. */
export function toSent(row: SentRow): SentTransaction {
  return {
    id: BigInt(row.id),
    chainId: row.chain_id,
    wallet: row.wallet,
    purpose: toPurpose(row),
    state: row.state,
    target: row.target,
    value: BigInt(row.value),
    gasLimit: asBigInt(row.gas_limit),
    gasCap: asBigInt(row.gas_cap),
    nonce: asBigInt(row.nonce),
    minedHash: row.mined_hash,
    blockNumber: asBigInt(row.block_number),
    blockHash: row.block_hash,
    sinceBlock: asBigInt(row.since_block),
    simulationFailedAtBlock: asBigInt(row.simulation_failed_at_block),
  };
}

/** Converts a bigint or numeric column, which pg returns as text. */
export function asBigInt(text: string | null): bigint | null {
  return text === null ? null : BigInt(text);
}
