import { z } from "zod";
import { line } from "#lib/dashboard/rpc/fields.ts";
import { defineMutation } from "#lib/dashboard/rpc/procedure.ts";
import { decideException } from "#lib/domain/payments/deposits/exceptions/decide-exception.ts";

const one = { exceptionId: z.string().max(64) };

/** Carries out a decision about money at a deposit address. Each one moves money, or says where it went. */
const decide = defineMutation({
  right: "refunds:write",
  changesCheckout: false,
  needsProof: true,
  input: z.discriminatedUnion("action", [
    z.strictObject({ ...one, action: z.literal("accept") }),
    z.strictObject({ ...one, action: z.literal("forward") }),
    z.strictObject({ ...one, action: z.literal("keep"), reason: line(300) }),
    z.strictObject({ ...one, action: z.literal("refund"), txHash: z.string().trim().toLowerCase().max(128) }),
  ]),
  async resolve({ scope }, { exceptionId, ...decision }) {
    await decideException(scope, exceptionId, decision);
    return {};
  },
});

export const exceptionMutations = { "exceptions.decide": decide };
