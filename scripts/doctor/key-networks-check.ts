import { database } from "#lib/db/pool.ts";
import { type Check, ok, warning } from "#scripts/doctor/finding.ts";

/**
 * Networks of keys that may have been stored from a shortened form, which is refused since the release with this migration: `203.0.113/24` became
 * `203.0.0.0/24`, and `10.1/16` became `10.0.0.0/16`. They are IPv4 networks whose last byte within the prefix is zero. What was typed isn't
 * known, and such a network may be meant.
 */
const select = {
  name: "doctor-key-networks",
  text: `SELECT k.id, k.name, p.name AS partner, string_agg(network, ', ') AS networks
    FROM api_key k JOIN partner p ON p.id = k.partner_id, unnest(k.allowed_networks) AS network
    WHERE k.revoked_at IS NULL AND (k.expires_at IS NULL OR k.expires_at > now())
      AND k.created_at < (SELECT finished_at FROM _prisma_migrations WHERE migration_name = '20261128065000_wrong_next_nonces')
      AND family(network::inet) = 4 AND masklen(network::inet) BETWEEN 1 AND 24
      AND split_part(host(network::inet), '.', (masklen(network::inet) + 7) / 8) = '0'
    GROUP BY k.id, k.name, p.name ORDER BY k.id`,
};

type Row = { id: string; name: string; partner: string; networks: string };

const todo =
  "Ask the partner. If the network was typed in a shortened form, such as 203.0.113/24, the key lets in the wrong addresses: have a new key created with the whole network, and this one revoked. Otherwise there is nothing to do.";

/** Names the keys to ask their partners about. A network is never changed: that would let in addresses that no partner has named. */
export const keyNetworksCheck: Check = {
  name: "API keys",
  async run() {
    const keys = await database.rows<Row>(select, []);
    if (keys.length === 0) return [ok("no key's networks may have been misread")];
    return keys.map(({ id, name, partner, networks }) =>
      warning(`${id} ("${name}" of ${partner}) is allowed from ${networks}, which may have been misread`, todo),
    );
  },
};
