import type { Place } from "#test/dashboard/place.ts";
import type { Samples } from "#test/dashboard/samples/sample.ts";
import { createException, createTransferPayment } from "#test/domain/make-exception.ts";

/** An exception whose money the merchant's wallet has. */
async function forwarded(place: Place): Promise<string> {
  const payment = await createTransferPayment(place);
  return (await createException(payment, { kind: "late", state: "forwarded" })).id;
}

export const exceptionSamples: Samples = {
  queries: {
    "exceptions.list": { input: ({ merchantId }) => ({ merchant: merchantId, isOpen: true }) },
    "exceptions.count": { input: () => ({}) },
  },
  mutations: {
    "exceptions.decide": {
      input: async (place) => ({ exceptionId: await forwarded(place), action: "keep", reason: "Store credit" }),
    },
  },
};
