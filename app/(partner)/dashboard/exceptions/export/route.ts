import { readExceptionFilter } from "#components/dashboard/exceptions/filter-url.ts";
import { answerExceptions } from "#lib/dashboard/export/answer-export.ts";

export const GET = (request: Request) => answerExceptions(readExceptionFilter(new URL(request.url).searchParams));
