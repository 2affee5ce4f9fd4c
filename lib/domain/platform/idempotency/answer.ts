import type { PartnerId } from "#lib/core/ids.ts";

/** A stored response: its status, and its body byte for byte. */
export type Answer = { status: number; body: string };

/** An Idempotency-Key in its scope of partner and operation. `fingerprint` must be equal for a repeat. */
export type IdempotentRequest = { partnerId: PartnerId; operationId: string; key: string; fingerprint: string };
