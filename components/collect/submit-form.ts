import { within } from "#components/checkout/within.ts";

/** Several times what the server needs. A connection that stays silent for longer is dead. */
const silenceMs = 30_000;

/** The result of submitting the form: accepted, refused because the payment is no longer open, or failed. */
export type SubmitResult =
  | { kind: "accepted" }
  | { kind: "closed" }
  | { kind: "failed"; reason: "offline" | "rateLimited" | "serverError" };

/** Submits the buyer's details for accounts of a payment. Never throws. Safe to repeat. */
export async function submitForm(paymentId: string, accounts: readonly string[], data: object): Promise<SubmitResult> {
  try {
    return await within(silenceMs, new AbortController().signal, (ended) => post(paymentId, { accounts, data }, ended));
  } catch {
    return { kind: "failed", reason: "offline" };
  }
}

async function post(paymentId: string, body: object, signal: AbortSignal): Promise<SubmitResult> {
  const response = await fetch(`/collect/${paymentId}/submit`, {
    method: "POST",
    headers: { "Content-Type": "application/json" },
    body: JSON.stringify(body),
    signal,
  });
  if (response.ok) return { kind: "accepted" };
  const { code } = (await response.json()) as { code?: string };
  if (code === "payment_expired" || code === "invalid_state") return { kind: "closed" };
  return { kind: "failed", reason: response.status === 429 ? "rateLimited" : "serverError" };
}
