import { randomBytes } from "node:crypto";

/** An idempotency key, as the dashboard's forms make them. */
export const newKey = () => randomBytes(16).toString("hex");
