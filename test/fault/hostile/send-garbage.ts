import { concatHex, type Hex, keccak256, slice, stringToHex, toHex } from "viem";
import { privateKeyToAccount } from "viem/accounts";
import type { ApiAnswer } from "#test/stack/api-client.ts";
import { confirmOffer, findOffer, type Purchase, type Visit } from "../shop.ts";

/** The order of secp256k1. */
const order = 0xfffffffffffffffffffffffffffffffebaaedce6af48a03bbfd25e8cd0364141n;

/** Returns the signature's twin, with s above half of the order, which most contracts reject (EIP-2). */
export function withHighS(signature: Hex): Hex {
  const s = BigInt(slice(signature, 32, 64));
  const v = Number(slice(signature, 64, 65)) === 27 ? 28 : 27;
  return concatHex([slice(signature, 0, 32), toHex(order - s, { size: 32 }), toHex(v, { size: 1 })]);
}

/**
 * Confirms with everything but what was asked for: signatures of other keys and of no key, too short and too long ones, the
 * wrong number of results, options of other payments, and twenty of them at once.
 * @returns one sentence for each confirm that the API did not refuse, and for a payment that did not survive it.
 */
export async function sendGarbage(visit: Visit, others: readonly Purchase[]): Promise<string[]> {
  const { purchase, api, insist, account } = visit;
  const offer = await findOffer(visit);
  if (offer === null) return [`${purchase.paymentId} had no option to send garbage for`];
  const right = await account.signTypedData(offer.typedData);
  const stranger = privateKeyToAccount(keccak256(stringToHex("fault stranger")));
  const wrong = await stranger.signTypedData(offer.typedData);
  const refused: [what: string, answer: ApiAnswer][] = [];
  const tryOut = async (what: string, results: readonly string[], id = offer.id) => {
    refused.push([what, await confirmOffer(visit, { id }, results)]);
  };
  await tryOut("a stranger's signature", [wrong]);
  await tryOut("a stranger's signature with a high s", [withHighS(wrong)]);
  await tryOut("an s above the order", [concatHex([slice(right, 0, 32), toHex(2n ** 256n - 1n), "0x1b"])]);
  await tryOut("a truncated signature", [slice(right, 0, 63)]);
  await tryOut("nothing", ["0x"]);
  await tryOut("a very long signature", [concatHex(Array.from({ length: 200 }, () => wrong))]);
  await tryOut("text", ["a\0b"]);
  await tryOut("too many results", [right, right, right]);
  await tryOut("no option", [right], "opt_ \0");
  const foreign = others.find((other) => other !== purchase && other.optionIds.length > 0)?.optionIds[0];
  if (foreign !== undefined) await tryOut("another payment's option", [right], foreign);
  await Promise.all(Array.from({ length: 20 }, () => tryOut("twenty at once", [wrong])));
  const { body } = await insist((turn) => api(turn).gateway("GET", `/v1/gateway/payment/${purchase.paymentId}/status`));
  return [
    ...refused
      .filter(([, { status }]) => status < 400)
      .map(([what, { status }]) => `${purchase.paymentId} was confirmed with ${what}: ${status}`),
    ...(body.status === "requires_action" ? [] : [`${purchase.paymentId} is ${body.status} after garbage`]),
  ];
}
