import { setTimeout as pause } from "node:timers/promises";
import { keccak256, stringToHex } from "viem";
import { createPartner, type TestPartner } from "#test/stack/partner.ts";
import type { Installation } from "../installation.ts";
import type { HostileBehaviour } from "../plan.ts";
import {
  askForPayment,
  awaitEnd,
  confirmOffer,
  enter,
  findOffer,
  type Offer,
  order,
  type Purchase,
  pay,
  type Shop,
  type Visit,
} from "../shop.ts";
import { dustCents } from "./fund-hostile.ts";
import { reportFailures } from "./report-failures.ts";
import { burnNonce, hideMoney, sendFirst } from "./send-first.ts";
import { sendGarbage, withHighS } from "./send-garbage.ts";

/** The installation that hostile buyers attack, and their findings. */
export type HostileRun = {
  installation: Installation;
  shop: Shop;
  /** A partner without fees, whose payments have to be worth more than their gas. */
  self: TestPartner;
  purchases: readonly Purchase[];
  /** One sentence for each answer that a hostile buyer should not have received. */
  findings: string[];
};

/** Creates the partner that hostile buyers pay dust to. */
export function openFreeShop(): Promise<TestPartner> {
  return createPartner({ fees: { fixedCents: 0, ppm: 0 } });
}

/** Attacks as the purchase's plan says, and waits until the payment has ended; the shop cancels what was not confirmed. */
export async function attack(run: HostileRun, seed: number, purchase: Purchase): Promise<void> {
  const { installation, shop, self, purchases, findings } = run;
  const behaviour = purchase.plan.behaviour as HostileBehaviour;
  const partner = behaviour === "pays dust" ? self : shop[purchase.plan.merchant];
  const visit = reportFailures(enter(installation, partner, seed, purchase), installation, findings);
  if (behaviour === "pays dust") return payDust(visit, findings);
  await order(visit);
  if (behaviour === "sends garbage" || behaviour === "sends garbage, then pays") {
    findings.push(...(await sendGarbage(visit, purchases)));
    if (behaviour === "sends garbage") return cancel(visit);
    // Twenty confirms at once, with the signature's other form.
    purchase.isConfirmed = await pay(
      visit,
      Array.from({ length: 20 }, (_, index) => index),
      withHighS,
    );
    return awaitEnd(visit);
  }
  await confirmThenMisbehave(visit, behaviour);
  await (purchase.isConfirmed ? awaitEnd(visit) : cancel(visit));
}

type Misbehaviour = Exclude<HostileBehaviour, "pays dust" | "sends garbage" | "sends garbage, then pays">;

/** Confirms like an honest buyer, and attacks once that is accepted. */
async function confirmThenMisbehave(visit: Visit, behaviour: Misbehaviour): Promise<void> {
  const { purchase } = visit;
  for (let quote = 0; quote < 20 && !purchase.isConfirmed; quote += 1) {
    const offer = await findOffer(visit);
    if (offer === null) return;
    const { status } = await confirmOffer(visit, offer, await resultsOf(visit, offer));
    purchase.isConfirmed = status === 200;
    // Sooner or later than the relay's simulation.
    await pause((purchase.plan.index % 6) * 100);
    if (purchase.isConfirmed) await misbehave(visit, offer, behaviour);
  }
}

async function resultsOf({ seed, purchase: { plan, buyer }, account }: Visit, offer: Offer): Promise<string[]> {
  if (buyer !== account.address) return [`0x${"5a".repeat(65)}`];
  const signature = await account.signTypedData(offer.typedData);
  const approvals = Array.from({ length: offer.actionCount - 1 }, (_, index) =>
    keccak256(stringToHex(`invented ${seed} ${plan.index} ${index}`)),
  );
  return [...approvals, signature];
}

async function misbehave(visit: Visit, offer: Offer, behaviour: Misbehaviour): Promise<void> {
  const { chain, buyer } = visit.purchase;
  switch (behaviour) {
    case "burns the nonce":
      return burnNonce(visit, offer.typedData);
    case "hides the money":
      return hideMoney(visit);
    case "changes its answer":
    case "burns gas":
      return sendFirst(chain, visit.account, buyer, "0x");
    case "invents an approval":
    case "tells the gas price":
      return;
  }
}

/** Orders for less than the gas costs: the API refuses, or offers nothing. */
async function payDust(visit: Visit, findings: string[]): Promise<void> {
  const { purchase, api, insist } = visit;
  const { status, body } = await askForPayment(visit, dustCents);
  if (status !== 201) {
    purchase.status = "refused";
    if (status !== 400 || body.code !== "params_validation")
      findings.push(`dust is refused with ${status} ${body.code}`);
    return;
  }
  // Created while no node told the price of gas.
  purchase.paymentId = String(body.paymentId);
  const accounts = [`eip155:${purchase.chain.chainId}:${purchase.buyer}`];
  const offered = await insist((at) =>
    api(at).gateway("POST", `/v1/gateway/payment/${purchase.paymentId}/options`, { accounts }),
  );
  const options = (offered.body.options ?? []) as unknown[];
  if (options.length > 0) findings.push(`${purchase.paymentId} of ${dustCents} cent was offered`);
  await cancel(visit);
}

async function cancel(visit: Visit): Promise<void> {
  const { purchase, api, insist } = visit;
  await insist((at) => api(at).merchant("POST", `/v1/payments/${purchase.paymentId}/cancel`, {}));
  await awaitEnd(visit);
}
