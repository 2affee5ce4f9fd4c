import { userInfo } from "node:os";
import { parseArgs } from "node:util";
import type { RelayQueue } from "#lib/chain/relay/relay-transaction.ts";
import { allowOutflow, pauseWallet } from "#lib/chain/relay/wallets/wallet-decisions.ts";
import { listAllWallets } from "#lib/chain/relay/wallets/wallets.ts";
import { actAs } from "#lib/core/actor.ts";
import { parseAddress } from "#lib/core/caip.ts";
import { database } from "#lib/db/pool.ts";
import { inTransaction } from "#lib/db/transaction.ts";
import { formatAmount } from "#lib/domain/payments/ledger/movements/request-movement.ts";
import { retireWallet } from "#lib/domain/payments/wallets/retire-wallet.ts";
import { requireSettings } from "#scripts/process/require-settings.ts";
import { refuseUnused, runCommand, UsageError } from "#scripts/process/run-command.ts";
import { describeRetirement } from "#scripts/relayer/describe-retirement.ts";
import { describeWallets, listWalletStates } from "#scripts/relayer/describe-wallets.ts";
import { readAllowance, readReason } from "#scripts/treasury/read-request.ts";

const usage = `npm run relayer -- list                           the relayer wallets, their states, balances and nonces, and what left them today
npm run relayer -- pause <wallet|chain id|all> --reason "…"
                                                  workers sign nothing for these wallets, and follow what they have sent
npm run relayer -- resume <wallet|chain id|all> --reason "…"
                                                  --chain <id> and --wallet <address> narrow both to what fits them too
npm run relayer -- allow --chain <id> --token <symbol|native> --amount <decimal> --reason "…"
                                                  lets this much leave a wallet today, in addition to OUTFLOW_LIMITS;
                                                  --wallet names one of several wallets
npm run relayer -- retire <wallet> --reason "…"   takes a wallet out of use on every chain, or says what remains to be done: run it
                                                  again until it exits with 0. --chain limits it to one chain, --leave-tokens
                                                  retires it although it has tokens
--json prints results as JSON, amounts in smallest units. DATABASE_URL and RPC_URLS_<chain id> name the database and the nodes.`;

const text = { type: "string" } as const;
const flag = { type: "boolean", default: false } as const;
const names = { chain: text, wallet: text, token: text, amount: text, reason: text } as const;
const options = { ...names, json: flag, "leave-tokens": flag } as const;

const readArguments = () => parseArgs({ allowPositionals: true, options });

type Options = ReturnType<typeof readArguments>["values"];

const stopOptions = ["reason", "chain", "wallet"] as const;
/** The options of each command, besides --json, and whether it takes wallets. */
const commands = {
  list: { takesWallets: false, uses: [] },
  pause: { takesWallets: true, uses: stopOptions },
  resume: { takesWallets: true, uses: stopOptions },
  allow: { takesWallets: false, uses: ["chain", "wallet", "token", "amount", "reason"] },
  retire: { takesWallets: true, uses: [...stopOptions, "leave-tokens"] },
} as const satisfies Record<string, { takesWallets: boolean; uses: readonly (keyof Options)[] }>;

type Command = keyof typeof commands;

/** @throws UsageError for an unknown command, and for what the command doesn't use, because it would do more than was meant. */
function readCommand(command: string, subject: string | undefined, values: Options): Command {
  if (!Object.hasOwn(commands, command)) throw new UsageError(`Unknown command: ${command}.\n${usage}`);
  const known = command as Command;
  const { takesWallets, uses } = commands[known];
  if (!takesWallets && subject !== undefined) throw new UsageError(`${command} takes no ${subject}.\n${usage}`);
  refuseUnused(command, values, ["json", ...uses]);
  return known;
}

await runCommand(usage, async () => {
  const { values, positionals } = readArguments();
  const [command, subject, ...more] = positionals;
  if (command === undefined || more.length > 0) throw new UsageError();
  const known = readCommand(command, subject, values);
  requireSettings();
  const actor = { kind: "operator", id: null, name: `npm run relayer (${userInfo().username})` } as const;
  return actAs(actor, () => run(known, subject, values));
});

async function run(command: Command, subject: string | undefined, values: Options): Promise<number> {
  switch (command) {
    case "list": {
      const states = await listWalletStates();
      return print(values, states, describeWallets(states));
    }
    case "pause":
    case "resume":
      return stop(await selectWallets(subject, values), command === "pause", values);
    case "allow":
      return allow(values);
    case "retire":
      return retire(subject, values);
  }
}

/** Reads a wallet, a chain or `all`, within --chain and --wallet. @throws UsageError when that names no wallet. */
async function selectWallets(subject: string | undefined, values: Options): Promise<RelayQueue[]> {
  const all = await listAllWallets(database);
  const address = subject === undefined ? null : parseAddress(subject);
  const within = values.wallet === undefined ? null : parseAddress(values.wallet);
  const selected = all.filter(
    ({ chainId, wallet }) =>
      (subject === "all" || String(chainId) === subject || wallet === address) &&
      (values.chain === undefined || String(chainId) === values.chain) &&
      (values.wallet === undefined || wallet === within),
  );
  if (selected.length > 0) return selected;
  const known = [...new Set(all.map(({ wallet }) => wallet))].join(", ") || "none";
  const narrowed = [
    ...(values.chain === undefined ? [] : [` on chain ${values.chain}`]),
    ...(values.wallet === undefined ? [] : [` within ${values.wallet}`]),
  ].join("");
  throw new UsageError(
    `${subject ?? "Nothing"}${narrowed} names no relayer wallet. Name a wallet, a chain id or all. Wallets: ${known}.`,
  );
}

async function stop(wallets: readonly RelayQueue[], isPause: boolean, values: Options): Promise<number> {
  const reason = readReason(values.reason);
  const changed = await inTransaction(async (tx) => {
    const results = await Promise.all(wallets.map((queue) => pauseWallet(tx, queue, isPause, reason)));
    return wallets.filter((_, index) => results[index]);
  });
  const done = isPause ? "paused" : "resumed";
  const lines = wallets.map((queue) => {
    const isChanged = changed.includes(queue);
    return `${queue.wallet} on chain ${queue.chainId}: ${isChanged ? done : `was ${done} before`}`;
  });
  return print(values, { [done]: changed }, lines.join("\n"));
}

async function allow(values: Options): Promise<number> {
  const { queue, ...allowance } = await readAllowance(values);
  await inTransaction((tx) => allowOutflow(tx, queue, allowance));
  const { asset, amount } = allowance;
  const message = `${formatAmount(asset, amount)} more may leave ${queue.wallet} until midnight UTC.`;
  return print(values, { ...queue, ...allowance }, message);
}

async function retire(subject: string | undefined, values: Options): Promise<number> {
  const reason = readReason(values.reason);
  const wallets = await selectWallets(subject, values);
  if (new Set(wallets.map(({ wallet }) => wallet)).size !== 1)
    throw new UsageError("retire takes the address of one wallet.");
  const retirements = [];
  for (const queue of wallets) {
    retirements.push(await retireWallet(queue, { mayLeaveTokens: values["leave-tokens"], reason }));
  }
  print(values, retirements, retirements.map(describeRetirement).join("\n"));
  return retirements.every(({ state }) => state === "retired") ? 0 : 1;
}

function print({ json }: Options, result: unknown, described: string): number {
  const inText = (_key: string, value: unknown) => (typeof value === "bigint" ? String(value) : value);
  process.stdout.write(`${json ? JSON.stringify(result, inText, 2) : described}\n`);
  return 0;
}
