import { createWorkplace, type Workplace } from "./members.ts";
import { partner } from "./partner-command.ts";

export const provider = {
  name: "Acme Compliance",
  terms: "https://acme.example/terms",
  privacy: "https://acme.example/privacy",
};

/** A partner that requires every buyer's details. */
export type AskingPartner = Workplace;

/** Creates the partner and its merchant, as an operator would. */
export async function createAskingPartner(): Promise<AskingPartner> {
  const workplace = await createWorkplace("Asking");
  const { name, terms, privacy } = provider;
  const words = ["--provider", name, "--terms", terms, "--privacy", privacy];
  await partner("collect", workplace.partnerId, "always", ...words);
  return workplace;
}

/** Reads the details that buyers submitted for a payment, as an operator would. */
export async function readCollected({ partnerId }: AskingPartner, paymentId: string): Promise<unknown[]> {
  const lines = (await partner("collected", partnerId, paymentId)).split("\n").filter(Boolean);
  return lines.map((line) => (JSON.parse(line) as { data: unknown }).data);
}
