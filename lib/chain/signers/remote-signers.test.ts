import type { TransactionSerializable, TypedDataDefinition } from "viem";
import { privateKeyToAccount } from "viem/accounts";
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { transferTypedData } from "#lib/chain/permits/eip3009.ts";
import { checkedSigner } from "#lib/chain/signers/checked-signer.ts";
import type { Signer } from "#lib/chain/signers/signer.ts";
import { openSigners, ownWallets, signerOf } from "#lib/chain/signers/wallet-signers.ts";
import { type Behaviour, type SigningService, startSigningService } from "#test/signers/signing-services.ts";

const keys = ["5a", "5b", "5c"].map((byte) => `0x${byte.repeat(32)}` as const);
const accounts = keys.map((key) => privateKeyToAccount(key));
const wallets = accounts.map(({ address }) => address);
const token = "0x833589fCD6eDb6E08f4c7C32D4f71b54bdA02913";
const call = { chainId: 8453, to: token, data: "0x1234", gas: 60_000n, nonce: 7, value: 0n } as const;
const fees = { type: "eip1559", maxFeePerGas: 9_000_000_000n, maxPriorityFeePerGas: 1n } as const;
const transactions: TransactionSerializable[] = [
  { ...call, ...fees },
  { ...call, ...fees, nonce: 0, data: "0x", value: 5n },
  { ...call, chainId: 56, type: "legacy", gasPrice: 3_000_000_000n },
];
let services: SigningService[];

beforeAll(async () => {
  services = await Promise.all(keys.map(startSigningService));
  const [aws, google, remote] = services.map(({ url }) => url);
  Object.assign(process.env, {
    DATABASE_URL: "postgres://none@127.0.0.1:1/none",
    PUBLIC_URL: "http://till.test",
    RELAYER_PRIVATE_KEY: "",
    AWS_ENDPOINT_URL_KMS: aws,
    AWS_ACCESS_KEY_ID: "id",
    AWS_SECRET_ACCESS_KEY: "secret",
    AWS_MAX_ATTEMPTS: "1",
    GOOGLE_KMS_URL: google,
    GCE_METADATA_HOST: google?.replace("http://", ""),
    METADATA_SERVER_DETECTION: "assume-present",
    RELAYER_KEYS: [
      "aws-kms:arn:aws:kms:eu-west-1:111122223333:key/0987dcba-09fe-87dc-65ba-ab0987654321",
      "gcp-kms:projects/p/locations/global/keyRings/r/cryptoKeys/k/cryptoKeyVersions/1",
      `${remote}/{chainId}#${wallets[2]}`,
    ].join(","),
  });
  await openSigners();
});
afterAll(() => Promise.all(services.map((service) => service.close())));
beforeEach(() => {
  for (const service of services) service.behave("honest");
});

const typed = (from: (typeof wallets)[number]): TypedDataDefinition =>
  transferTypedData({
    chainId: 8453,
    token,
    domain: { name: "USD Coin", version: "2" },
    from,
    to: token,
    value: 5n,
    validBefore: 1_900_000_000n,
    nonce: `0x${"11".repeat(32)}`,
  });

test("the addresses of key services' keys are read from them", () => {
  expect(ownWallets()).toEqual(wallets);
});

test.each([0, 1, 2])("signer %i signs transactions and typed data as the key itself does", async (index) => {
  const [account, wallet] = [accounts[index], wallets[index] ?? token];
  const signer = signerOf(wallet);
  // More than once, because key services answer with a high or a low s.
  for (const transaction of [...transactions, ...transactions]) {
    expect(await signer.signTransaction(transaction)).toBe(await account?.signTransaction(transaction));
  }
  for (const data of [typed(wallet), typed(wallet)]) {
    expect(await signer.signTypedData(data)).toBe(await account?.signTypedData(data));
  }
});

const lies: [number, Behaviour][] = [
  [0, "other-key"],
  [0, "garbage"],
  [1, "other-key"],
  [1, "garbage"],
  [2, "other-key"],
  [2, "other-recipient"],
  [2, "garbage"],
];

test.each(lies)(
  "of signer %i, an answer that isn't the wallet's signature of what was asked is refused (%s)",
  async (index, lie) => {
    const wallet = wallets[index] ?? token;
    services[index]?.behave(lie);
    const asked = { ...call, ...fees, to: wallets[0] ?? null };
    await expect(signerOf(wallet).signTransaction(asked)).rejects.toThrow(
      expect.objectContaining({ name: "WrongSignature" }),
    );
    await expect(signerOf(wallet).signTypedData(typed(wallet))).rejects.toThrow(
      expect.objectContaining({ name: "WrongSignature" }),
    );
  },
);

test("a remote signer that signs another nonce is refused", async () => {
  services[2]?.behave("other-nonce");
  await expect(signerOf(wallets[2] ?? token).signTransaction({ ...call, ...fees })).rejects.toThrow(
    "differs from the requested one",
  );
});

const changes: [string, Partial<TransactionSerializable>][] = [
  ["recipient", { to: wallets[0] ?? null }],
  ["amount", { value: 1n }],
  ["data", { data: "0x1235" }],
  ["nonce", { nonce: 8 }],
  ["gas limit", { gas: 60_001n }],
  ["fee", { maxFeePerGas: 9_000_000_001n }],
  ["tip", { maxPriorityFeePerGas: 2n }],
  ["chain", { chainId: 56 }],
  ["access list", { accessList: [{ address: token, storageKeys: [] }] }],
];

test.each(changes)("a transaction that the wallet's key signed with another %s is refused", async (_, change) => {
  const [account] = accounts;
  if (account === undefined) throw new Error("no account");
  const asked = { ...call, ...fees };
  const signer: Signer = {
    address: account.address,
    isRemote: true,
    signTransaction: () => account.signTransaction({ ...asked, ...change } as TransactionSerializable),
    signTypedData: (data) => account.signTypedData(data),
  };
  await expect(checkedSigner(signer).signTransaction(asked)).rejects.toThrow("differs from the requested one");
});

test("a signer that is down says so, and signs when it is back", async () => {
  services[2]?.behave("down");
  const signer = signerOf(wallets[2] ?? token);
  await expect(signer.signTransaction({ ...call, ...fees })).rejects.toThrow("fetch failed");
  services[2]?.behave("honest");
  expect(await signer.signTransaction({ ...call, ...fees })).toBe(
    await accounts[2]?.signTransaction({ ...call, ...fees }),
  );
});
