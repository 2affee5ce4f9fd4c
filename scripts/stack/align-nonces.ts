import { connectAnvil } from "#scripts/devnet/anvil-client.ts";
import { withConnection } from "#scripts/postgres/connection.ts";

type Row = { chain_id: number; address: `0x${string}`; expected: string };

const query = `SELECT w.chain_id, w.address, coalesce(min(t.nonce), w.next_nonce) AS expected
  FROM relayer_wallet w LEFT JOIN relay_transaction t
    ON t.chain_id = w.chain_id AND t.wallet = w.address AND t.state IN ('reserved', 'signed', 'broadcast', 'mined')
  GROUP BY w.chain_id, w.address, w.next_nonce`;

/**
 * Raises the relayer's nonce on each local chain to the database's. A local chain that was killed loses its last seconds
 * and would otherwise be behind the database; real chains lose nothing.
 */
export async function alignNonces(
  databaseUrl: string,
  chains: readonly { chainId: number; rpcUrl: string }[],
): Promise<void> {
  const { rows } = await withConnection(databaseUrl, (client) => client.query<Row>(query));
  for (const { chain_id, address, expected } of rows) {
    const chain = chains.find(({ chainId }) => chainId === chain_id);
    if (chain === undefined) continue;
    const client = connectAnvil(chain.rpcUrl);
    const actual = await client.getTransactionCount({ address });
    if (actual < Number(expected)) await client.setNonce({ address, nonce: Number(expected) });
  }
}
