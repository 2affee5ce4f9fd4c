/** The result of submitting the form: accepted, refused because the payment is no longer open, or failed. */
export type SubmitResult =
  | { kind: "accepted" }
  | { kind: "closed" }
  | { kind: "failed"; reason: "offline" | "rateLimited" | "serverError" };

/** Submits the buyer's details for accounts of a payment. Never throws. */
export async function submitForm(paymentId: string, accounts: readonly string[], data: object): Promise<SubmitResult> {
  try {
    const response = await fetch(`/collect/${paymentId}/submit`, {
      method: "POST",
      headers: { "Content-Type": "application/json" },
      body: JSON.stringify({ accounts, data }),
    });
    if (response.ok) return { kind: "accepted" };
    const { code } = (await response.json()) as { code?: string };
    if (code === "payment_expired" || code === "invalid_state") return { kind: "closed" };
    return { kind: "failed", reason: response.status === 429 ? "rateLimited" : "serverError" };
  } catch {
    return { kind: "failed", reason: "offline" };
  }
}
