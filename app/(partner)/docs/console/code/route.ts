import { answerNext } from "#lib/api/mount-next.ts";
import { answerConsoleCode } from "#lib/api/openapi/console-code.ts";

/** The request of a console as programs. */
export const POST = (request: Request) => answerNext(request, answerConsoleCode);
