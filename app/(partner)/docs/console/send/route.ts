import { answerMember } from "#lib/api/answer-member.ts";
import { handleConsoleRequest } from "#lib/dashboard/console/handle-console-request.ts";

export const POST = (request: Request) =>
  handleConsoleRequest(request, (sent, member) => answerMember(sent, member, request));
