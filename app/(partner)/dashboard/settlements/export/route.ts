import { readSettlementFilter } from "#components/dashboard/settlements/filter-url.ts";
import { answerSettlements } from "#lib/dashboard/export/answer-export.ts";

export const GET = (request: Request) => answerSettlements(readSettlementFilter(new URL(request.url).searchParams));
