import type { Address } from "#lib/core/caip.ts";
import { readTypedAddress, reasonAgainst } from "#lib/core/destination.ts";
import type { QueryOutput } from "#lib/dashboard/rpc/contract.ts";

export type Network = QueryOutput<"merchants.networks">["networks"][number];

export type AddressVerdict =
  | { kind: "empty" | "unfinished"; words: string }
  | { kind: "wrong"; words: string }
  | {
      kind: "good";
      address: Address;
      /** Hints about a usable address. */
      notes: string[];
    };

/** Judges a typed destination address for the selected networks. */
export function judgeAddress(text: string, networks: readonly Network[]): AddressVerdict {
  const typed = readTypedAddress(text);
  if (typed.kind !== "address") return judgeUnreadable(typed.kind, text.trim());
  const { address, chainId, hasChecksum } = typed;
  const elsewhere = networks.find((network) => chainId !== null && network.chainId !== chainId);
  if (elsewhere !== undefined) return wrong(`This account is on chain ${chainId}, not on ${elsewhere.name}.`);
  const refusal = networks.map((network) => refusalOn(network, address)).find((words) => words !== null);
  if (refusal !== undefined) return wrong(refusal);
  return { kind: "good", address, notes: notesOn(networks, address, hasChecksum) };
}

const wrong = (words: string): AddressVerdict => ({ kind: "wrong", words });

function judgeUnreadable(kind: "empty" | "malformed" | "wrong-checksum", text: string): AddressVerdict {
  if (kind === "empty") return { kind, words: "0x followed by 40 hex digits, or an account such as eip155:8453:0x…" };
  if (kind === "malformed") return judgeMalformed(text);
  return wrong("The checksum is wrong: at least one character has changed. Copy the address again.");
}

function judgeMalformed(text: string): AddressVerdict {
  const digits = /^0x([0-9a-fA-F]*)$/.exec(text)?.[1]?.length;
  if (text === "0") return { kind: "unfinished", words: "0 of 40 digits" };
  if (digits !== undefined && digits < 40) return { kind: "unfinished", words: `${digits} of 40 digits` };
  if (digits !== undefined) return wrong(`An address has 40 hex digits after 0x; this one has ${digits}.`);
  if (/\.[a-z]+$/i.test(text)) return wrong("Names can change hands. Enter the address it currently points to.");
  return wrong("An address begins with 0x followed by 40 hex digits (0–9, a–f).");
}

function refusalOn({ name, tokens, ownAddresses }: Network, address: Address): string | null {
  if (ownAddresses.includes(address)) {
    return `This is one of Till's own addresses on ${name}: money sent there doesn't reach the merchant.`;
  }
  const contracts = tokens.map((token) => token.address);
  const reason = reasonAgainst(address, contracts);
  if (reason === "zero") return "This is the zero address, which no one controls. Money sent there is lost.";
  if (reason === "permit2") return "This is the Permit2 contract. Money sent there is lost.";
  if (reason === "unowned") return "No one controls this address. Money sent there is lost.";
  if (reason === "shared") return "This contract gives its money to anyone who asks. Enter a wallet of the merchant.";
  if (reason === null) return null;
  const symbol = tokens.find((token) => token.address === address)?.symbol ?? "a token";
  return `This is the ${symbol} contract on ${name}. Money sent there is lost.`;
}

function notesOn(networks: readonly Network[], address: Address, hasChecksum: boolean): string[] {
  return [
    ...(hasChecksum ? [] : [`This address has no checksum, so we can't detect typos. Compare it: ${address}`]),
    ...(networks.length > 1
      ? [
          `You're using it on ${networks.length} networks. A smart contract wallet or an exchange deposit address may exist on only one of them.`,
        ]
      : []),
  ];
}
