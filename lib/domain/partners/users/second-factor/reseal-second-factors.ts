import type { UserId } from "#lib/core/ids.ts";
import { statement } from "#lib/db/statement.ts";
import { sealContextOf } from "#lib/domain/partners/users/second-factor/totp.ts";
import { resealRows, type SealedColumn } from "#lib/domain/platform/sealing/reseal-rows.ts";
import type { Sealed } from "#lib/env/seal.ts";

const secrets: SealedColumn<UserId> = {
  select: statement<Sealed & { id: UserId }, "sealed" | "keyId">({
    name: "reseal-second-factors-find",
    text: `SELECT id, totp_sealed AS sealed, totp_key_id AS "keyId" FROM "user"
      WHERE totp_key_id = ANY($1::text[]) AND totp_sealed IS NOT NULL AND id > $2 ORDER BY id LIMIT $3`,
  }),
  update: statement({
    name: "reseal-second-factor",
    text: `UPDATE "user" SET totp_sealed = $3, totp_key_id = $4 WHERE id = $1 AND totp_sealed = $2`,
  }),
  placeOf: sealContextOf,
};

/** Seals members' second factors with the present key, so that old keys can be removed from the configuration later. */
export function resealSecondFactors(): Promise<void> {
  return resealRows(secrets);
}
