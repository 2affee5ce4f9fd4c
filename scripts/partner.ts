import { parseArgs } from "node:util";
import { actAs } from "#lib/core/actor.ts";
import { isTillError } from "#lib/core/errors.ts";
import { closeDatabase } from "#lib/db/close.ts";
import {
  runApp,
  runApps,
  runCreate,
  runEmbedOrigins,
  runKey,
  runRevoke,
  runRevokeApp,
} from "#scripts/partner/api-access.ts";
import { runCollect, runCollected } from "#scripts/partner/buyer-data.ts";
import { configure } from "#scripts/partner/configure.ts";
import { fail, UsageError } from "#scripts/partner/console.ts";
import { runLimits } from "#scripts/partner/limits.ts";
import { runListen } from "#scripts/partner/listen.ts";
import { runInvite, runReset } from "#scripts/partner/members.ts";

// Manages partners from the command line, for operators and before the first sign-in: `npm run partner`.
const usage = `npm run partner -- create <name> [--fee-cents 10] [--fee-ppm 4000]   create a partner and a key with every permission
npm run partner -- key <partner id> <name> [permission …]           create another key; default: every permission but settlements:write
npm run partner -- revoke <partner id> <key id>                     revoke a key, within 5 seconds
npm run partner -- app <partner id> <name> [icon URL]               create an App-Id for a wallet; the rules for logos apply
    --id <id>                                                       register the id that a wallet sends already: 16 to 64 letters, digits, _ and -
npm run partner -- apps <partner id>                                list the partner's apps
npm run partner -- revoke-app <partner id> <app id>                 revoke an app, within 5 seconds
npm run partner -- collect <partner id> off                         don't ask buyers for their data
npm run partner -- collect <partner id> always <provider …>         ask every buyer
npm run partner -- collect <partner id> from EUR 100000 <provider …>   ask from this amount, in the smallest unit
    <provider …> is --provider <name> --terms <https URL> --privacy <https URL>
npm run partner -- collected <partner id> <payment id>              print a payment's buyer data, one JSON object per line
npm run partner -- embed-origins <partner id> [origin …]            replace the sites that may embed checkouts; default: none
npm run partner -- limits <partner id>                              print the partner's limits, and change those that are given:
    --gas-usd 500 --gas-usd-per-app 500 --gas-usd-per-buyer 50      per UTC day, in dollars, or none, or default
    --gas-paid-by fee | operator | default                          whether payments must be large enough for the fee to cover gas
    --keys 100 --apps 50 --merchants 10000 --invitations 50         records that it may have, and create per UTC day, or default
    --logos-per-day 2000                                            new logos per UTC day, or default
npm run partner -- invite <partner id> <email> <role>               print an invitation link, valid once within 7 days
npm run partner -- reset <email>                                    print a password reset link, valid once within an hour
npm run partner -- listen --forward <URL> [--types <type,…>] [--url <API> --key <Api-Key>]
    forward the partner's new events to a URL, signed like webhooks, until Ctrl-C; without --url and --key, those of the demo

Environment: DATABASE_URL, PUBLIC_URL, and DATA_ENCRYPTION_KEY for buyer data; nothing for listen. Without DATABASE_URL, the
running demo. Keys are shown only once.`;

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    "fee-cents": { type: "string", default: "0" },
    "fee-ppm": { type: "string", default: "0" },
    provider: { type: "string", default: "" },
    terms: { type: "string", default: "" },
    privacy: { type: "string", default: "" },
    id: { type: "string" },
    "gas-usd": { type: "string" },
    "gas-usd-per-app": { type: "string" },
    "gas-usd-per-buyer": { type: "string" },
    "gas-paid-by": { type: "string" },
    keys: { type: "string" },
    apps: { type: "string" },
    merchants: { type: "string" },
    invitations: { type: "string" },
    "logos-per-day": { type: "string" },
    forward: { type: "string" },
    types: { type: "string" },
    url: { type: "string" },
    key: { type: "string" },
  },
});
const provider = { name: values.provider, termsUrl: values.terms, privacyUrl: values.privacy };

const { forward, types, url, key } = values;
const listenOptions = { forward, types, url, key };

type Command = { minArguments: number; maxArguments: number; run(names: string[]): Promise<void> };

const commands: Readonly<Record<string, Command>> = {
  create: {
    minArguments: 1,
    maxArguments: 1,
    run: ([name = ""]) => runCreate(name, values["fee-cents"], values["fee-ppm"]),
  },
  key: { minArguments: 2, maxArguments: Number.POSITIVE_INFINITY, run: runKey },
  revoke: { minArguments: 2, maxArguments: 2, run: runRevoke },
  app: { minArguments: 2, maxArguments: 3, run: (names) => runApp(names, values.id) },
  apps: { minArguments: 1, maxArguments: 1, run: runApps },
  "revoke-app": { minArguments: 2, maxArguments: 2, run: runRevokeApp },
  collect: {
    minArguments: 2,
    maxArguments: Number.POSITIVE_INFINITY,
    run: (names) => runCollect(names, provider),
  },
  collected: { minArguments: 2, maxArguments: 2, run: runCollected },
  "embed-origins": { minArguments: 1, maxArguments: Number.POSITIVE_INFINITY, run: runEmbedOrigins },
  limits: { minArguments: 1, maxArguments: 1, run: (names) => runLimits(names, values) },
  invite: { minArguments: 3, maxArguments: 3, run: runInvite },
  listen: { minArguments: 0, maxArguments: 0, run: () => runListen(listenOptions, stopped()) },
  reset: { minArguments: 1, maxArguments: 1, run: ([email = ""]) => runReset(email) },
};

/** Aborted by Ctrl-C. */
function stopped(): AbortSignal {
  const stop = new AbortController();
  for (const signal of ["SIGINT", "SIGTERM"] as const) process.once(signal, () => stop.abort());
  return stop.signal;
}

const [name = "", ...names] = positionals;
try {
  await actAs({ kind: "operator", id: null, name: "npm run partner" }, async () => {
    const command = Object.hasOwn(commands, name) ? commands[name] : undefined;
    if (command === undefined || names.length < command.minArguments || names.length > command.maxArguments) {
      throw new UsageError();
    }
    if (name !== "listen") await configure();
    await command.run(names);
  });
} catch (error) {
  if (error instanceof UsageError) fail(usage);
  if (!isTillError(error)) throw error;
  const others = (error.issues ?? []).slice(1);
  fail([error.message, ...others.map(({ field, message }) => `${field} ${message}`)].join("\n"));
}
// Listening needs no database, and so no settings of one.
if (name !== "listen") await closeDatabase();
