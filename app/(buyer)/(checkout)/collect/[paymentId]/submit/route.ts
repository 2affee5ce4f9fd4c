import { answerForm } from "#lib/api/form/answer-form.ts";
import { answerNext } from "#lib/api/mount-next.ts";

type Context = { params: Promise<{ paymentId: string }> };

/** Receives the form from its own page. Not part of the public API. */
export async function POST(request: Request, { params }: Context): Promise<Response> {
  const { paymentId } = await params;
  return answerNext(request, (one) => answerForm(one, paymentId));
}
