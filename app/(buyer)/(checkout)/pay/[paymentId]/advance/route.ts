import { answerTestForm } from "#lib/api/form/answer-test-form.ts";
import { answerNext } from "#lib/api/mount-next.ts";

type Context = { params: Promise<{ paymentId: string }> };

/** Receives the outcome that a tester chooses on the checkout of a test payment. Not part of the public API. */
export async function POST(request: Request, { params }: Context): Promise<Response> {
  const { paymentId } = await params;
  return answerNext(request, (one) => answerTestForm(one, paymentId));
}
