import { readListInput } from "#components/dashboard/payments/filter-url.ts";
import { answerExport } from "#lib/dashboard/export/answer-export.ts";

export const GET = (request: Request) => answerExport(readListInput(new URL(request.url).searchParams));
