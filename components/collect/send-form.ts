/** How sending went: taken, refused because the payment is not open any more, or failed, with what the buyer is told. */
export type Sending =
  | { kind: "taken" }
  | { kind: "closed" }
  | { kind: "failed"; reason: "offline" | "tooOften" | "ourFault" };

/** Sends the form for accounts of a payment. Never throws. */
export async function sendForm(paymentId: string, accounts: readonly string[], data: object): Promise<Sending> {
  try {
    const response = await fetch(`/collect/${paymentId}/submit`, {
      method: "POST",
      headers: { "Content-Type": "application/json" },
      body: JSON.stringify({ accounts, data }),
    });
    if (response.ok) return { kind: "taken" };
    const { code } = (await response.json()) as { code?: string };
    if (code === "payment_expired" || code === "invalid_state") return { kind: "closed" };
    return { kind: "failed", reason: response.status === 429 ? "tooOften" : "ourFault" };
  } catch {
    return { kind: "failed", reason: "offline" };
  }
}
