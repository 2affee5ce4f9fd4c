import { type Hex, numberToHex, serializeTypedData, type TransactionSerializable } from "viem";
import { z } from "zod";
import { type Signer, signTimeoutMs } from "#lib/chain/signers/signer.ts";
import type { Address } from "#lib/core/caip.ts";

const hex = z.templateLiteral(["0x", z.string().regex(/^[0-9a-fA-F]+$/)]);
/** Web3Signer answers with the bytes, nodes with an object that has them. */
const answer = z.union([
  z.object({ result: z.union([hex, z.object({ raw: hex }).transform(({ raw }) => raw)]) }),
  z.object({ error: z.object({ message: z.string() }) }),
]);

/** The largest answer that is read: a signed transaction is a few kilobytes long. */
const maxBytes = 1_000_000;

/**
 * Creates a signer that asks an HTTP service by JSON-RPC (`eth_signTransaction`, `eth_signTypedData`), as Web3Signer does.
 * @param url where to ask. `{chainId}` in it stands for the chain: an instance of Web3Signer signs for one
 * chain only. A user name and password in it are sent as basic authentication.
 */
export function remoteSigner(url: string, address: Address): Signer {
  return {
    address,
    isRemote: true,
    signTransaction: (transaction) =>
      ask(url, transaction.chainId, "eth_signTransaction", [toParams(address, transaction)]),
    signTypedData: (data) =>
      ask(url, Number(data.domain?.chainId), "eth_signTypedData", [address, serializeTypedData(data)]),
  };
}

function toParams(from: Address, transaction: TransactionSerializable): object {
  const { chainId = 0, to, data, gas = 0n, nonce = 0, value = 0n } = transaction;
  const { gasPrice, maxFeePerGas, maxPriorityFeePerGas } = transaction;
  const fees =
    gasPrice === undefined
      ? { maxFeePerGas: numberToHex(maxFeePerGas ?? 0n), maxPriorityFeePerGas: numberToHex(maxPriorityFeePerGas ?? 0n) }
      : { gasPrice: numberToHex(gasPrice) };
  const numbers = { chainId: numberToHex(chainId), gas: numberToHex(gas), nonce: numberToHex(nonce) };
  return { from, to, data, value: numberToHex(value), ...numbers, ...fees };
}

async function ask(template: string, chainId: number | undefined, method: string, params: unknown[]): Promise<Hex> {
  const url = new URL(template.replaceAll("{chainId}", String(chainId)));
  const { username, password } = url;
  url.username = "";
  url.password = "";
  const credentials = Buffer.from(`${decodeURIComponent(username)}:${decodeURIComponent(password)}`).toString("base64");
  const response = await fetch(url, {
    method: "POST",
    headers: {
      "content-type": "application/json",
      ...(username === "" ? {} : { authorization: `Basic ${credentials}` }),
    },
    body: JSON.stringify({ jsonrpc: "2.0", id: 1, method, params }),
    // A redirect could lead to a host that the operator didn't choose.
    redirect: "error",
    signal: AbortSignal.timeout(signTimeoutMs),
  });
  const text = await readText(response);
  if (!response.ok && !text.startsWith("{")) throw new Error(`the signer answered with status ${response.status}`);
  const parsed = answer.safeParse(JSON.parse(text));
  if (!parsed.success) throw new Error("the signer's answer isn't one of JSON-RPC");
  if ("error" in parsed.data) throw new Error(`the signer refused: ${parsed.data.error.message.slice(0, 200)}`);
  return parsed.data.result;
}

async function readText(response: Response): Promise<string> {
  const chunks: Uint8Array[] = [];
  let size = 0;
  for await (const chunk of response.body ?? []) {
    size += chunk.length;
    if (size > maxBytes) throw new Error("the signer's answer is too long");
    chunks.push(chunk);
  }
  return Buffer.concat(chunks).toString("utf8");
}
