import { parseArgs } from "node:util";
import type { Hex } from "viem";
import { readDemoFile } from "#scripts/demo/demo-file.ts";
import { GatewayError } from "#scripts/pay/gateway-client.ts";
import { NoPaymentOption, pay } from "#scripts/pay/pay.ts";

// Pays a payment link from the command line, like a buyer: `npm run pay -- <link>`.
const usage = `npm run pay -- <payment link> [--chain 8453] [--token USDC] [--key 0x…] [--app-id app_…] [--rpc URL] [--json]
  --chain   pay on this chain only
  --token   pay with this token only
  --key     the buyer's private key; default: the first buyer of the running demo
  --app-id  the App-Id to send; default: the demo's
  --rpc     a node of the chain, for tokens that need an approval transaction first; default: the demo's
  --json    print only the final status, as one line of JSON`;

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    chain: { type: "string" },
    token: { type: "string" },
    key: { type: "string" },
    "app-id": { type: "string" },
    rpc: { type: "string" },
    json: { type: "boolean", default: false },
  },
});

const [link] = positionals;
if (link === undefined || positionals.length > 1) fail(usage);
const demo = await readDemoFile();
const privateKey = values.key ?? demo?.buyers[0]?.privateKey;
const appId = values["app-id"] ?? demo?.appId;
if (privateKey === undefined || appId === undefined)
  fail("No running demo was found. Pass --key and --app-id, or start `npm run demo` first.");
if (!/^0x[0-9a-fA-F]{64}$/.test(privateKey)) fail("--key must be 0x followed by 64 hexadecimal digits.");

if (values.rpc !== undefined && values.chain === undefined) fail("--rpc also needs --chain, the chain of that node.");

const say = values.json ? () => undefined : (line: string) => process.stdout.write(`${line}\n`);
try {
  const chainId = values.chain === undefined ? undefined : Number(values.chain);
  const key = privateKey as Hex;
  const nodeUrls = new Map((demo?.chains ?? []).map((chain) => [chain.chainId, chain.rpcUrl]));
  if (values.rpc !== undefined && chainId !== undefined) nodeUrls.set(chainId, values.rpc);
  const final = await pay({ link, appId, privateKey: key, chainId, token: values.token, nodeUrls, onStep: say });
  if (final.info) say(`Transaction: ${final.info.txId}`);
  say(`Final status: ${final.status}`);
  if (values.json) process.stdout.write(`${JSON.stringify(final)}\n`);
  process.exitCode = final.status === "succeeded" ? 0 : 1;
} catch (error) {
  if (error instanceof GatewayError || error instanceof NoPaymentOption) fail(error.message);
  throw error;
}

function fail(message: string): never {
  process.stderr.write(`${message}\n`);
  process.exit(1);
}
