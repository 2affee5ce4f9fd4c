import { createPublicKey } from "node:crypto";
import { createServer, type IncomingMessage } from "node:http";
import type { AddressInfo } from "node:net";
import secp256k1 from "secp256k1";
import { type Hex, hexToBytes } from "viem";
import { privateKeyToAccount } from "viem/accounts";

/** The service signs a request, signs something else, or doesn't answer. */
export type Behaviour = "honest" | "other-recipient" | "other-key" | "other-nonce" | "garbage" | "down" | "hanging";

export type SigningService = {
  url: string;
  /** The requests of JSON-RPC, by method. */
  asked: string[];
  behave(as: Behaviour): void;
  close(): Promise<void>;
};

const otherKey = `0x${"77".repeat(32)}` as const;

/**
 * Starts services on one port that sign with a real key and speak the protocols of AWS KMS, Google Cloud KMS with its metadata
 * server, and Web3Signer. The key services answer with a high s every second time, as the real ones do.
 */
export async function startSigningService(privateKey: Hex): Promise<SigningService> {
  let behaviour: Behaviour = "honest";
  let count = 0;
  const asked: string[] = [];

  function signDer(digest: Uint8Array): Buffer {
    const key = hexToBytes(behaviour === "other-key" ? otherKey : privateKey);
    const { signature } = secp256k1.ecdsaSign(digest, key);
    count += 1;
    const s = count % 2 === 0 ? signature.slice(32) : negate(signature.slice(32));
    const der = secp256k1.signatureExport(Uint8Array.from([...signature.slice(0, 32), ...s]));
    return behaviour === "garbage" ? Buffer.from("3006020100020100", "hex") : Buffer.from(der);
  }

  async function answerRpc({ method, params }: { method: string; params: unknown[] }): Promise<unknown> {
    asked.push(method);
    const account = privateKeyToAccount(behaviour === "other-key" ? otherKey : privateKey);
    if (behaviour === "garbage") return "0x1234";
    if (method === "eth_signTypedData") {
      const data = JSON.parse(String(params[1]));
      if (behaviour === "other-recipient") data.message.to = account.address;
      return account.signTypedData(data);
    }
    const { from: _, ...call } = params[0] as Record<string, Hex>;
    const numbers = Object.fromEntries(
      ["value", "gas", "nonce", "chainId", "gasPrice", "maxFeePerGas", "maxPriorityFeePerGas"].flatMap((name) =>
        call[name] === undefined ? [] : [[name, BigInt(call[name])]],
      ),
    );
    const transaction = {
      ...call,
      ...numbers,
      chainId: Number(numbers.chainId),
      ...(behaviour === "other-recipient" ? { to: account.address } : {}),
      nonce: Number(numbers.nonce) + (behaviour === "other-nonce" ? 1 : 0),
    };
    return account.signTransaction(transaction as Parameters<typeof account.signTransaction>[0]);
  }

  async function answer(request: IncomingMessage, body: string): Promise<unknown> {
    const { headers, url = "" } = request;
    const target = headers["x-amz-target"];
    if (target !== undefined) {
      if (
        !/^AWS4-HMAC-SHA256 Credential=\w+\/\d{8}\/eu-west-1\/kms\/aws4_request, /.test(String(headers.authorization))
      ) {
        throw new Error("not signed for this service and region");
      }
      if (target === "TrentService.GetPublicKey") return { PublicKey: spkiOf(privateKey).toString("base64") };
      const asks = JSON.parse(body);
      if (asks.MessageType !== "DIGEST" || asks.SigningAlgorithm !== "ECDSA_SHA_256")
        throw new Error("another algorithm");
      return { Signature: signDer(Buffer.from(asks.Message, "base64")).toString("base64") };
    }
    if (url.startsWith("/computeMetadata/")) return { access_token: "token of the metadata server", expires_in: 3_600 };
    if (url.startsWith("/v1/projects/")) {
      if (headers.authorization !== "Bearer token of the metadata server") throw new Error("no token");
      if (url.endsWith("/publicKey")) return { pem: pemOf(spkiOf(privateKey)) };
      return { signature: signDer(Buffer.from(JSON.parse(body).digest.sha256, "base64")).toString("base64") };
    }
    return { jsonrpc: "2.0", id: 1, result: await answerRpc(JSON.parse(body)) };
  }

  const server = createServer(async (request, response) => {
    let body = "";
    for await (const chunk of request) body += chunk;
    if (behaviour === "hanging") return;
    if (behaviour === "down") return void request.socket.destroy();
    const headers = { "content-type": "application/json", "metadata-flavor": "Google" };
    await answer(request, body).then(
      (result) => response.writeHead(200, headers).end(JSON.stringify(result)),
      (error: unknown) => response.writeHead(400, headers).end(JSON.stringify({ message: String(error) })),
    );
  });
  await new Promise<void>((resolve) => {
    server.listen(0, "127.0.0.1", resolve);
  });
  const { port } = server.address() as AddressInfo;
  return {
    url: `http://127.0.0.1:${port}`,
    asked,
    behave(as) {
      behaviour = as;
    },
    async close() {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

/** The other s with which a signature is valid: the order of the curve minus s. */
function negate(s: Uint8Array): Uint8Array {
  return secp256k1.privateKeyNegate(Uint8Array.from(s));
}

function spkiOf(privateKey: Hex): Buffer {
  const point = Buffer.from(secp256k1.publicKeyCreate(hexToBytes(privateKey), false));
  const jwk = {
    kty: "EC",
    crv: "secp256k1",
    x: point.subarray(1, 33).toString("base64url"),
    y: point.subarray(33).toString("base64url"),
  };
  return createPublicKey({ key: jwk, format: "jwk" }).export({ type: "spki", format: "der" });
}

function pemOf(spki: Buffer): string {
  return String(createPublicKey({ key: spki, format: "der", type: "spki" }).export({ type: "spki", format: "pem" }));
}
