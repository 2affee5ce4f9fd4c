import type { PartnerId } from "#lib/core/ids.ts";

/** What a client was told: the status, and the body byte for byte. */
export type Answer = { status: number; body: string };

/** Keys are scoped to partner and operation; `fingerprint` is whatever must be the same for a repeat. */
export type IdempotentRequest = { partnerId: PartnerId; operationId: string; key: string; fingerprint: string };
