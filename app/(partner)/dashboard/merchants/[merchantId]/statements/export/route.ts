import { answerStatement } from "#lib/dashboard/export/answer-export.ts";

type Context = { params: Promise<{ merchantId: string }> };

export const GET = async (request: Request, { params }: Context) =>
  answerStatement((await params).merchantId, new URL(request.url).searchParams.get("month") ?? "");
