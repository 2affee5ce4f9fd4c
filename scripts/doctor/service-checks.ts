import { Redis } from "ioredis";
import { createTransport } from "nodemailer";
import { openSigners, ownWallets } from "#lib/chain/signers/wallet-signers.ts";
import { database } from "#lib/db/pool.ts";
import { env } from "#lib/env/env.ts";
import { seal, unseal } from "#lib/env/seal.ts";
import { type Check, type Finding, ok, problem, warning } from "#scripts/doctor/finding.ts";

const timeoutMs = 5_000;

function checkDataKey(isSet: boolean): Omit<Finding, "check"> {
  if (!isSet) return problem("DATA_ENCRYPTION_KEY isn't set", "The web process doesn't start without it.");
  if (unseal(seal("test", "doctor"), "doctor") === "test") return ok("DATA_ENCRYPTION_KEY encrypts and decrypts");
  return problem("DATA_ENCRYPTION_KEY doesn't decrypt what it encrypts", "Report this to the maintainers.");
}

/** Checks of keys and of the other services that this one uses. */
export const serviceChecks: readonly Check[] = [
  {
    name: "keys",
    async run() {
      const { DATA_ENCRYPTION_KEY, RELAYER_PRIVATE_KEY, RELAYER_KEYS } = env();
      const data = checkDataKey(DATA_ENCRYPTION_KEY !== undefined);
      if (RELAYER_PRIVATE_KEY === undefined && RELAYER_KEYS === undefined) {
        const text = "neither RELAYER_PRIVATE_KEY nor RELAYER_KEYS is set here";
        return [data, warning(text, "Fine on a web machine; a worker needs one.")];
      }
      await openSigners();
      const own = new Set<string>(ownWallets());
      const statement = {
        name: "doctor-own-wallets",
        text: "SELECT DISTINCT address FROM relayer_wallet WHERE is_active",
      };
      const known = await database.rows<{ address: string }>(statement, []);
      const foreign = known.filter(({ address }) => !own.has(address)).map(({ address }) => address);
      return [
        data,
        ok(`the relayer wallets ${[...own].join(", ")}`),
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
            "Correct SMTP_URL, or the server; emails wait and are tried again for half an hour.",
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
        return [ok("answers")];
      } catch {
        return [problem("doesn't answer", "Start it, or correct REDIS_URL; until then limits count per process.")];
      } finally {
        redis.disconnect();
      }
    },
  },
];
