/** How the form went (SPEC, "Data-collection form exchange"). */
export type FormMessage = { type: "IC_COMPLETE" } | { type: "IC_ERROR"; error: string };

const longestError = 300;

/** Reads what a window sent; null for anything that is not a whole message of the form. */
export function readFormMessage(data: unknown): FormMessage | null {
  if (typeof data !== "string") return null;
  try {
    const message: unknown = JSON.parse(data);
    if (typeof message !== "object" || message === null || !("type" in message)) return null;
    if (message.type === "IC_COMPLETE")
      return "success" in message && message.success === true ? { type: "IC_COMPLETE" } : null;
    if (message.type !== "IC_ERROR" || !("error" in message) || typeof message.error !== "string") return null;
    return { type: "IC_ERROR", error: message.error.slice(0, longestError) };
  } catch {
    return null;
  }
}
