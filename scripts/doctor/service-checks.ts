import { Redis } from "ioredis";
import { createTransport } from "nodemailer";
import { enabledChainIds } from "#lib/chain/chains.ts";
import { openSigners, ownWallets, signerOf } from "#lib/chain/signers/wallet-signers.ts";
import type { Address } from "#lib/core/caip.ts";
import { database } from "#lib/db/pool.ts";
import { statement } from "#lib/db/statement.ts";
import { compareJournal } from "#lib/domain/payments/deposits/compare-journal.ts";
import { isRefusal, tryWrite } from "#lib/domain/platform/rate-limit/redis.ts";
import { env } from "#lib/env/env.ts";
import { listKeyIds, listOldKeyIds, seal, unseal } from "#lib/env/seal.ts";
import { type Check, type Finding, ok, problem, warning } from "#scripts/doctor/finding.ts";
import { checkCertificate, checkWeb } from "#scripts/doctor/web-checks.ts";

const timeoutMs = 5_000;

type Found = Omit<Finding, "check">;

const sealed = statement<{ keyId: string; what: string; count: number }>({
  name: "doctor-sealed",
  text: `SELECT key_id AS "keyId", what, count(*)::int AS count FROM (
      SELECT secret_key_id AS key_id, 'webhook secrets' AS what FROM webhook_endpoint WHERE deleted_at IS NULL
      UNION ALL SELECT old_secret_key_id, 'webhook secrets' FROM webhook_endpoint WHERE deleted_at IS NULL AND old_secret_until > now()
      UNION ALL SELECT totp_key_id, 'second factors' FROM "user"
      UNION ALL SELECT key_id, 'data of buyers' FROM buyer_data_submission
      UNION ALL SELECT key_id, 'receipts' FROM receipt_request) s
    WHERE key_id IS NOT NULL GROUP BY 1, 2 ORDER BY 2, 1`,
});

/** Compares the keys that the database's secrets are sealed with to the configured ones. */
async function checkDataKey(isSet: boolean): Promise<Found[]> {
  if (!isSet) return [problem("DATA_ENCRYPTION_KEY isn't set", "Web processes and workers don't start without it.")];
  if (unseal(seal("test", "doctor"), "doctor") !== "test") {
    return [problem("DATA_ENCRYPTION_KEY doesn't decrypt what it encrypts", "Report this to the maintainers.")];
  }
  const stored = await database.rows(sealed, []);
  const known = listKeyIds();
  const foreign = stored.filter(({ keyId }) => !known.includes(keyId));
  const todo =
    "Set DATA_ENCRYPTION_KEY to the key that they were encrypted with, or add it to DATA_ENCRYPTION_OLD_KEYS.";
  const problems = foreign.map(({ keyId, what, count }) =>
    problem(`${count} ${what} are encrypted with the key ${keyId}, which isn't configured`, todo),
  );
  const works = ok("DATA_ENCRYPTION_KEY encrypts, and everything stored can be decrypted");
  return [...(problems.length === 0 ? [works] : problems), ...listOldKeyIds().map((id) => judgeOldKey(id, stored))];
}

/** Says what still needs a key of DATA_ENCRYPTION_OLD_KEYS. */
function judgeOldKey(id: string, stored: readonly { keyId: string; what: string; count: number }[]): Found {
  const used = stored.filter(({ keyId }) => keyId === id).map(({ what, count }) => `${count} ${what}`);
  return used.length === 0
    ? ok(`nothing stored is encrypted with the old key ${id}`)
    : ok(`the old key ${id} is still needed for ${used.join(", ")}`);
}

/**
 * Has a wallet's signer sign a text on each chain that it serves: EIP-712 data of a domain and type that no
 * contract knows, so the signature is good for nothing. Its own check compares it with the wallet.
 */
async function checkSigner(wallet: Address, chainIds: readonly number[]): Promise<Found> {
  try {
    for (const chainId of chainIds) {
      const signature = await signerOf(wallet).signTypedData({
        domain: { name: "Till doctor: not a payment", chainId },
        types: {
          // Named, because viem leaves the domain out of the JSON for a remote signer otherwise.
          EIP712Domain: [
            { name: "name", type: "string" },
            { name: "chainId", type: "uint256" },
          ],
          Check: [{ name: "text", type: "string" }],
        },
        primaryType: "Check",
        message: { text: "This signature proves that the signer works." },
      });
      if (!/^0x[0-9a-f]{130}$/.test(signature)) throw new Error("the answer isn't a signature");
    }
    return ok(`the signer of ${wallet} signs`);
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    return problem(`the signer of ${wallet} doesn't sign: ${reason}`, "See signer_down in docs/operations.md.");
  }
}

const selectWallets = statement<{ address: string }>({
  name: "doctor-own-wallets",
  text: "SELECT DISTINCT address FROM relayer_wallet WHERE is_active",
});

/** Compares the journal of deposit addresses with the database. */
async function checkJournal(): Promise<Found[]> {
  const file = env().DEPOSIT_JOURNAL;
  if (file === undefined) return [ok("no deposit addresses are given, because DEPOSIT_JOURNAL isn't set here")];
  const { lines, unreadable, missing, unprotected } = await compareJournal(file);
  const found: Found[] = [];
  if (unreadable > 0) {
    const text = `${unreadable} of ${lines} lines of ${file} can't be read`;
    found.push(
      problem(text, "Add the keys that they were sealed with to DATA_ENCRYPTION_OLD_KEYS, or restore the file."),
    );
  }
  if (missing.length > 0) {
    const text = `${missing.length} deposit addresses of ${file} aren't in the database`;
    found.push(problem(text, "Run npm run recover, which restores them."));
  }
  if (unprotected.length > 0) {
    const text = `${unprotected.length} open deposit addresses aren't in ${file}, such as ${unprotected[0]}`;
    found.push(problem(text, "Find the file that they were written to: without it, a restored database loses them."));
  }
  return found.length > 0 ? found : [ok(`${file} and the database agree on ${lines} deposit addresses`)];
}

/** Checks of keys and of the other services that this one uses. */
export const serviceChecks: readonly Check[] = [
  {
    name: "keys",
    async run() {
      const { DATA_ENCRYPTION_KEY, RELAYER_PRIVATE_KEY, RELAYER_KEYS } = env();
      const data = await checkDataKey(DATA_ENCRYPTION_KEY !== undefined);
      if (RELAYER_PRIVATE_KEY === undefined && RELAYER_KEYS === undefined) {
        const text = "neither RELAYER_PRIVATE_KEY nor RELAYER_KEYS is set here";
        return [...data, warning(text, "Fine on a web machine; a worker needs one.")];
      }
      await openSigners();
      const own = new Set<string>(ownWallets());
      const known = await database.rows(selectWallets, []);
      const foreign = known.filter(({ address }) => !own.has(address)).map(({ address }) => address);
      const chainIds = enabledChainIds();
      return [
        ...data,
        ...(await Promise.all(ownWallets().map((wallet) => checkSigner(wallet, chainIds.length > 0 ? chainIds : [1])))),
        ...(foreign.length === 0
          ? []
          : [
              warning(
                `the keys of ${foreign.join(", ")} aren't here`,
                "Some worker must have them while they have work.",
              ),
            ]),
      ];
    },
  },
  {
    name: "deposit journal",
    run: checkJournal,
  },
  {
    name: "web",
    async run() {
      const { PUBLIC_URL } = env();
      return (await Promise.all([checkWeb(PUBLIC_URL), checkCertificate(PUBLIC_URL)])).flat();
    },
  },
  {
    name: "email",
    async run() {
      const { SMTP_URL } = env();
      if (SMTP_URL === undefined) return [warning("no mail server is configured", "Set SMTP_URL and MAIL_FROM.")];
      const url = new URL(SMTP_URL);
      for (const name of ["connectionTimeout", "greetingTimeout", "socketTimeout"])
        url.searchParams.set(name, `${timeoutMs}`);
      const transport = createTransport(url.toString());
      try {
        await transport.verify();
        return [ok(`${url.host} accepts connections and the password`)];
      } catch (error) {
        const reason = error instanceof Error ? error.message : String(error);
        return [
          problem(
            `${url.host}: ${reason}`,
            "Correct SMTP_URL, or the server; most emails are tried again for three days, and links for half an hour.",
          ),
        ];
      } finally {
        transport.close();
      }
    },
  },
  {
    name: "Redis",
    async run() {
      const { REDIS_URL } = env();
      if (REDIS_URL === undefined) return [ok("not configured: each process counts rate limits on its own")];
      const redis = new Redis(REDIS_URL, {
        lazyConnect: true,
        connectTimeout: timeoutMs,
        maxRetriesPerRequest: 0,
        retryStrategy: () => null,
      });
      redis.on("error", () => undefined);
      try {
        await redis.connect();
        await redis.ping();
        await tryWrite(redis);
        return [ok("answers")];
      } catch (error) {
        if (isRefusal(error)) {
          const todo = "Correct what it says, or REDIS_URL; until then limits count per process.";
          return [problem(`doesn't count: ${error.message}`, todo)];
        }
        return [problem("doesn't answer", "Start it, or correct REDIS_URL; until then limits count per process.")];
      } finally {
        redis.disconnect();
      }
    },
  },
];
