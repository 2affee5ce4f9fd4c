/** The outcome that the buyer data form posts to its host. */
export type BuyerDataMessage = { type: "IC_COMPLETE" } | { type: "IC_ERROR"; error: string };

const maxErrorLength = 300;

/** Parses a window message; null if it isn't a valid message of the form. */
export function readBuyerDataMessage(data: unknown): BuyerDataMessage | null {
  if (typeof data !== "string") return null;
  try {
    const message: unknown = JSON.parse(data);
    if (typeof message !== "object" || message === null || !("type" in message)) return null;
    if (message.type === "IC_COMPLETE")
      return "success" in message && message.success === true ? { type: "IC_COMPLETE" } : null;
    if (message.type !== "IC_ERROR" || !("error" in message) || typeof message.error !== "string") return null;
    return { type: "IC_ERROR", error: message.error.slice(0, maxErrorLength) };
  } catch {
    return null;
  }
}
