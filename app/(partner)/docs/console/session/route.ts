import { consoleNeeds } from "#lib/api/openapi/console.ts";
import { answerConsoleSession } from "#lib/dashboard/console/answer-console-session.ts";

/** The signed-in reader of the docs, for the console of `?operation=`. */
export async function GET(request: Request): Promise<Response> {
  const needs = consoleNeeds(new URL(request.url).searchParams.get("operation") ?? "");
  if (needs === null) return Response.json({ message: "There is no such operation." }, { status: 404 });
  return answerConsoleSession(needs);
}
