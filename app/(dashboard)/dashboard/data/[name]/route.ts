import { answerData } from "#lib/dashboard/answer-data.ts";

type Context = { params: Promise<{ name: string }> };

const answer = async (request: Request, { params }: Context) => answerData(request, (await params).name);

export { answer as GET, answer as POST };
