import { createWorkplace, type Workplace } from "./members.ts";
import { partner } from "./partner-command.ts";

export const provider = {
  name: "Acme Compliance",
  terms: "https://acme.example/terms",
  privacy: "https://acme.example/privacy",
};

/** A partner that always asks for buyer data, set up as an operator does it. */
export type AskingPartner = Workplace;

/** Creates the partner and its merchant. */
export async function createAskingPartner(): Promise<AskingPartner> {
  const workplace = await createWorkplace("Asking");
  const { name, terms, privacy } = provider;
  const words = ["--provider", name, "--terms", terms, "--privacy", privacy];
  await partner("collect", workplace.partnerId, "always", ...words);
  return workplace;
}

/** Reads the data that buyers gave for a payment, as the operator does. */
export async function readCollected({ partnerId }: AskingPartner, paymentId: string): Promise<unknown[]> {
  const lines = (await partner("collected", partnerId, paymentId)).split("\n").filter(Boolean);
  return lines.map((line) => (JSON.parse(line) as { data: unknown }).data);
}
