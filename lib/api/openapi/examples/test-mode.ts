import type { z } from "zod";
import { collectHash, paymentId, usdc } from "#lib/api/openapi/examples/samples.ts";
import type { Example } from "#lib/api/operation.ts";
import type { WireStatus } from "#lib/api/schemas/payment.ts";
import type { cancelledRefund } from "#lib/api/schemas/refund.ts";

const params = { id: paymentId };
const refundId = "rfd_01KAGD4M8S2X6C0V5B9N3H7J1K";

export const advancePaymentExamples: readonly Example<WireStatus>[] = [
  {
    name: "The buyer pays",
    params,
    body: { to: "succeeded" },
    response: {
      live: false,
      status: "succeeded",
      isFinal: true,
      pollInMs: null,
      info: { optionAmount: usdc("24900000"), txId: collectHash },
    },
  },
  {
    name: "The buyer's account is declined",
    params,
    body: { to: "failed", failureCode: "declined_user" },
    response: {
      live: false,
      status: "failed",
      isFinal: true,
      pollInMs: null,
      failureCode: "declined_user",
      info: null,
    },
  },
  {
    name: "The payment expires",
    params,
    body: { to: "expired" },
    response: { live: false, status: "expired", isFinal: true, pollInMs: null, info: null },
  },
];

export const advanceRefundExamples: readonly Example<z.output<typeof cancelledRefund>>[] = [
  {
    name: "The merchant's wallet pays",
    params: { id: refundId },
    body: { to: "succeeded" },
    response: { refundId, paymentId, live: false, status: "succeeded" },
  },
];
