import { parseArgs } from "node:util";
import { actAs } from "#lib/core/actor.ts";
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
import { runLimits } from "#scripts/partner/limits.ts";
import { runListen } from "#scripts/partner/listen.ts";
import { runInvite, runReset } from "#scripts/partner/members.ts";
import { runAdvance, runTest } from "#scripts/partner/test-mode.ts";
import { refuseUnused, UsageError } from "#scripts/process/run-command.ts";

/** The usage of `npm run partner`. */
export const usage = `npm run partner -- create <name> [--fee-cents <cents>] [--fee-ppm <parts per million>]
                                                                    create a partner and a key with every permission; default: no
                                                                    fees. --fee-cents 10 --fee-ppm 4000 takes 10 cents and 0.4 %
npm run partner -- key <partner id> <name> [permission …]           create another key; default: every permission but settlements:write
npm run partner -- test <partner id>                                open the partner's test account, and create a key of test mode
npm run partner -- advance <payment> --to <status>                  move a test payment, by its id or link: to processing, succeeded,
    --failure-code declined_user --payout sent|held|failed          failed or expired; with a code for failed, a payout for succeeded
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

const text = { type: "string" } as const;
const fees = { "fee-cents": text, "fee-ppm": text } as const;
const providerOptions = { provider: text, terms: text, privacy: text } as const;
const limitOptions = {
  "gas-usd": text,
  "gas-usd-per-app": text,
  "gas-usd-per-buyer": text,
  "gas-paid-by": text,
  keys: text,
  apps: text,
  merchants: text,
  invitations: text,
  "logos-per-day": text,
} as const;
const listenOptions = { forward: text, types: text, url: text, key: text } as const;
const moveOptions = { to: text, "failure-code": text, payout: text } as const;
const options = { ...moveOptions, ...fees, ...providerOptions, ...limitOptions, ...listenOptions, id: text } as const;

const readArguments = (args: string[]) => parseArgs({ args, allowPositionals: true, options });

type Options = ReturnType<typeof readArguments>["values"];

type Command = {
  /** The least and the most arguments. */
  takes: readonly [number, number];
  uses?: Readonly<Partial<typeof options>>;
  run(names: string[], values: Options): Promise<void>;
};

const any = Number.POSITIVE_INFINITY;

const commands: Readonly<Record<string, Command>> = {
  create: {
    takes: [1, 1],
    uses: fees,
    run: ([name = ""], values) => runCreate(name, values["fee-cents"] ?? "0", values["fee-ppm"] ?? "0"),
  },
  key: { takes: [2, any], run: runKey },
  test: { takes: [1, 1], run: runTest },
  advance: { takes: [1, 1], uses: moveOptions, run: runAdvance },
  revoke: { takes: [2, 2], run: runRevoke },
  app: { takes: [2, 3], uses: { id: text }, run: (names, values) => runApp(names, values.id) },
  apps: { takes: [1, 1], run: runApps },
  "revoke-app": { takes: [2, 2], run: runRevokeApp },
  collect: {
    takes: [2, any],
    uses: providerOptions,
    run: (names, { provider = "", terms = "", privacy = "" }) =>
      runCollect(names, { name: provider, termsUrl: terms, privacyUrl: privacy }),
  },
  collected: { takes: [2, 2], run: runCollected },
  "embed-origins": { takes: [1, any], run: runEmbedOrigins },
  limits: { takes: [1, 1], uses: limitOptions, run: runLimits },
  invite: { takes: [3, 3], run: runInvite },
  listen: {
    takes: [0, 0],
    uses: listenOptions,
    run: (_names, { forward, types, url, key }) => runListen({ forward, types, url, key }, stopped()),
  },
  reset: { takes: [1, 1], run: ([email = ""]) => runReset(email) },
};

/** Aborted by Ctrl-C. */
function stopped(): AbortSignal {
  const stop = new AbortController();
  for (const signal of ["SIGINT", "SIGTERM"] as const) process.once(signal, () => stop.abort());
  return stop.signal;
}

const actor = { kind: "operator", id: null, name: "npm run partner" } as const;

/** Runs a command of `npm run partner`, which prints its result. @throws UsageError, or an Error that says what failed. */
export async function runPartner(args: string[]): Promise<void> {
  const { values, positionals } = readArguments(args);
  const [name = "", ...names] = positionals;
  const command = Object.hasOwn(commands, name) ? commands[name] : undefined;
  if (command === undefined) throw new UsageError();
  const [least, most] = command.takes;
  if (names.length < least || names.length > most) throw new UsageError();
  refuseUnused(name, values, Object.keys(command.uses ?? {}));
  // Listening needs no database, and so no settings of one.
  if (name !== "listen") await configure();
  await actAs(actor, () => command.run(names, values));
}
