import { parseArgs } from "node:util";
import { isPrivateKey } from "#lib/env/relayer-keys.ts";
import { readDemoFile } from "#scripts/demo/demo-file.ts";
import { pay } from "#scripts/pay/pay.ts";
import { payByTransfer } from "#scripts/pay/transfer.ts";
import { runCommand, UsageError } from "#scripts/process/run-command.ts";

// Pays a payment link from the command line, like a buyer: `npm run pay -- <link>`.
const usage = `npm run pay -- <payment link> [--chain 8453] [--token USDC] [--key 0x…] [--app-id app_…] [--rpc URL] [--transfer …] [--json]
  --chain   pay on this chain only
  --token   pay with this token only
  --key     the buyer's private key; default: the first buyer of the running demo
  --app-id  the App-Id to send; default: the demo's
  --rpc     a node of the chain, for tokens that need an approval transaction first; default: the demo's
  --transfer           plays a buyer at an exchange: asks for an address and transfers to it
    --amount 12.50     sends this much; default: what is missing
    --asset EURC       sends another token than the address is for
    --split 2          sends it in parts
    --late             sends it once the payment has ended
  --json    print only the final status, as one line of JSON`;

const text = { type: "string" } as const;

await runCommand(usage, async () => {
  const { values, positionals } = parseArgs({
    allowPositionals: true,
    options: {
      chain: text,
      token: text,
      key: text,
      "app-id": text,
      rpc: text,
      transfer: { type: "boolean", default: false },
      amount: text,
      asset: text,
      split: text,
      late: { type: "boolean", default: false },
      json: { type: "boolean", default: false },
    },
  });
  const [link] = positionals;
  if (link === undefined || positionals.length > 1) throw new UsageError();
  if (values.chain !== undefined && !/^[1-9]\d{0,15}$/.test(values.chain)) {
    throw new UsageError("--chain must be the id of a chain, such as 8453.");
  }
  const chainId = values.chain === undefined ? undefined : Number(values.chain);
  const demo = await readDemoFile();
  const privateKey = values.key ?? demo?.buyers[0]?.privateKey;
  const appId = values["app-id"] ?? demo?.appId;
  if (privateKey === undefined || appId === undefined) {
    throw new Error("No running demo was found. Pass --key and --app-id, or start `npm run demo` first.");
  }
  if (!isPrivateKey(privateKey)) throw new UsageError("--key must be 0x followed by 64 hexadecimal digits.");
  if (values.rpc !== undefined && chainId === undefined) {
    throw new UsageError("--rpc also needs --chain, the chain of that node.");
  }
  const say = values.json ? () => undefined : (line: string) => process.stdout.write(`${line}\n`);
  const nodeUrls = new Map((demo?.chains ?? []).map((chain) => [chain.chainId, chain.rpcUrl]));
  if (values.rpc !== undefined && chainId !== undefined) nodeUrls.set(chainId, values.rpc);
  const parts = Number(values.split ?? "1");
  if (!Number.isInteger(parts) || parts < 1 || parts > 100) throw new UsageError("--split must be from 1 to 100.");
  const isTransfer = values.transfer;
  if (!isTransfer && [values.amount, values.asset, values.split].some((value) => value !== undefined)) {
    throw new UsageError("--amount, --asset and --split need --transfer.");
  }
  const payer = { link, appId, privateKey, chainId, token: values.token, nodeUrls, onStep: say };
  const transfer = { amount: values.amount, sends: values.asset, parts, isLate: values.late };
  const final = await (isTransfer ? payByTransfer({ ...payer, ...transfer }) : pay(payer));
  if (final.info) say(`Transaction: ${final.info.txId}`);
  say(`Final status: ${final.status}`);
  if (values.json) process.stdout.write(`${JSON.stringify(final)}\n`);
  return final.status === "succeeded" ? 0 : 1;
});
