import { answerVisitor } from "#lib/dashboard/entry/answer-visitor.ts";

type Context = { params: Promise<{ name: string }> };

export const POST = async (request: Request, { params }: Context) => answerVisitor(request, (await params).name);
