import { execFile } from "node:child_process";
import { promisify } from "node:util";
import { expect, test } from "vitest";

const run = promisify(execFile);
const { PATH, NODE_COMPILE_CACHE } = process.env;
const bare = { PATH, NODE_COMPILE_CACHE, NODE_ENV: "test", LOG_LEVEL: "silent" } as const;
/** Nothing listens at the database's address. */
const settings = { ...bare, DATABASE_URL: "postgresql://till@127.0.0.1:1/none", PUBLIC_URL: "http://till.test" };
const worker = { ...settings, DATA_ENCRYPTION_KEY: "ab".repeat(32), RELAYER_PRIVATE_KEY: `0x${"1".repeat(64)}` };
const zero = `0x${"0".repeat(64)}`;
const down = "The database doesn't answer: connect ECONNREFUSED 127.0.0.1:1. Check DATABASE_URL";
const link = "http://127.0.0.1:1/pay/pay_01K0000000000000000000000A";
const buyer = ["--key", `0x${"1".repeat(64)}`, "--app-id", "app_1"];

/** A node's URL holds its provider's key, which no command may print. */
const node = { ...bare, RPC_URLS_1: "http://ops:hunter2@127.0.0.1:1/v2/secret-key" };

type Case = [command: string, args: string[], env: NodeJS.ProcessEnv, code: number, says: string];

test.concurrent.for<Case>([
  ["recover", ["--everything"], settings, 2, "Run npm run recover -- --help for its usage."],
  ["contracts", ["verify", "--chian", "1"], bare, 2, "Unknown option '--chian'"],
  ["partner", ["apps", "--verbose"], bare, 2, "Unknown option '--verbose'"],
  ["migrate", ["deploy", "--dry-run"], settings, 2, "Unknown option '--dry-run'"],
  ["migrate", ["deploy", "now"], settings, 2, "npm run migrate -- deploy  "],
  ["migrate", ["status"], settings, 1, down],
  ["worker", ["--wallets"], worker, 2, "Unknown option '--wallets'"],
  ["server", ["now"], settings, 2, "Unexpected argument 'now'"],
  ["demo", ["--frsh"], bare, 2, "npm run demo -- --fresh"],
  ["doctor", ["--jsn"], settings, 2, "Unknown option '--jsn'"],
  [
    "treasury",
    ["resolve", "17", "--as", "kept", "--note", "x", "--reason", "y"],
    settings,
    2,
    "resolve takes no --reason",
  ],
  [
    "treasury",
    ["resolve", "17", "--as", "kept", "--payment", "pay_1", "--note", "x"],
    settings,
    2,
    "--payment only goes with",
  ],
  [
    "treasury",
    ["return", "17", "--amount", "5", "--reason", "x"],
    settings,
    2,
    "return takes no --amount; nothing was",
  ],
  ["treasury", ["sweep", "100"], settings, 2, "sweep takes no 100; nothing was changed."],
  ["treasury", ["paid", "pay_1", "--tx", "0x12"], settings, 2, "--tx 0x12 isn't a transaction's hash"],
  ["recover", ["--paid", "base:0x12"], settings, 2, "--paid takes <chain id>:<transaction>"],
  ["recover", ["--resolve", "8453", "--note", "x"], settings, 2, "--resolve takes <chain id>:<wallet>:<nonce>"],
  [
    "contracts",
    ["verify", "--chain", "1", "--address", "0x12"],
    { ...bare, ...node },
    2,
    "--address must be 0x and 40",
  ],
  ["contracts", ["verify", "--chain", "7"], bare, 2, "Till doesn't know chain 7."],
  ["partner", ["apps", "prt_1"], settings, 2, '"prt_1" isn\'t a partner id.'],
  ["partner", ["invite", "prt_1", "a@b.example", "king"], settings, 2, '"king" isn\'t a role.'],
  ["partner", ["listen", "--forward", "nowhere"], bare, 2, "Name the URL that receives the events"],
  ["reconcile", [], { ...settings, PUBLIC_URL: "" }, 1, "Invalid configuration:\nPUBLIC_URL: missing"],
  ["reconcile", [], settings, 1, down],
  ["partner", ["create", "Acme"], settings, 1, down],
  ["pay", [link, ...buyer, "--chain", "base"], bare, 2, "--chain must be the id of a chain, such as 8453."],
  ["pay", [link, ...buyer], bare, 1, "http://127.0.0.1:1 can't be reached: "],
  ["pay", ["http://127.0.0.1:1/checkout", ...buyer], bare, 1, "http://127.0.0.1:1/checkout isn't a payment link"],
  ["partner", ["create", "Acme", "--gas-usd", "5000"], settings, 2, "create takes no --gas-usd; nothing was changed."],
  ["contracts", ["verify", "--chain", "base"], bare, 2, "--chain must be the id of a chain, such as 8453."],
  ["treasury", ["sweep"], settings, 2, "--chain is missing. None is enabled: set RPC_URLS_<chain id>."],
  ["contracts", ["deploy", "--chain", "1", "--address", zero], bare, 2, "deploy takes no --address"],
  ["contracts", ["verify", "--chain", "1"], { ...settings, ...node }, 1, "HTTP request failed: fetch failed"],
  ["worker", [], { ...worker, DATA_ENCRYPTION_KEY: "" }, 1, "Invalid configuration:\nDATA_ENCRYPTION_KEY: missing"],
  ["worker", [], { ...worker, RELAYER_PRIVATE_KEY: zero }, 1, "RELAYER_PRIVATE_KEY: must be 0x followed by 64"],
  [
    "worker",
    [],
    { ...worker, RELAYER_KEYS: `local:${worker.RELAYER_PRIVATE_KEY}` },
    1,
    "The worker can't start: two entries",
  ],
])(
  "npm run %s %j says in a sentence what is wrong",
  async ([command, args, env, code, says], { expect: expectHere }) => {
    const ended = await run(process.execPath, [`scripts/${command}.ts`, ...args], { env }).then(
      ({ stderr }) => ({ code: 0, stderr }),
      (error: { code: number; stderr: string }) => ({ code: error.code, stderr: error.stderr }),
    );
    expectHere(ended).toEqual({ code, stderr: expect.stringContaining(says) });
    expectHere(ended.stderr).not.toMatch(/\n {4}at |hunter2|secret-key/);
  },
);

const commands = ["migrate", "partner", "reconcile", "recover", "contracts", "treasury", "relayer", "pay", "package"];
const processes = ["worker", "server", "demo", "doctor"];

test.concurrent.for([...commands, ...processes])(
  "npm run %s -- --help prints its usage and does nothing",
  async (command, { expect: expectHere }) => {
    const { stdout } = await run(process.execPath, [`scripts/${command}.ts`, "--help"], { env: bare });
    expectHere(stdout).toMatch(command === "server" ? /^npm start / : `npm run ${command}`);
  },
);
