import { answerReceiptForm } from "#lib/api/form/answer-receipt-form.ts";
import { answerNext } from "#lib/api/mount-next.ts";

type Context = { params: Promise<{ paymentId: string }> };

/** Receives the email address for a receipt from the checkout. Not part of the public API. */
export async function POST(request: Request, { params }: Context): Promise<Response> {
  const { paymentId } = await params;
  return answerNext(request, (one) => answerReceiptForm(one, paymentId));
}
