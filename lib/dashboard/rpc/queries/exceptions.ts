import { z } from "zod";
import { type DepositExceptionId, isId } from "#lib/core/ids.ts";
import { exceptionFilterFields, toExceptionFilter } from "#lib/dashboard/exception-filter.ts";
import { presentException } from "#lib/dashboard/present/exception.ts";
import { defineQuery } from "#lib/dashboard/rpc/procedure.ts";
import { database } from "#lib/db/pool.ts";
import { pageExceptions } from "#lib/domain/payments/deposits/exceptions/exception-views.ts";
import { countOpenExceptions } from "#lib/domain/payments/deposits/exceptions/repository.ts";

const pageSize = 50;
const position = z.custom<DepositExceptionId>(
  (value) => typeof value === "string" && isId("dex", value),
  "is not the ID of an exception",
);

/** A page of the exceptions of transfers, the newest first. */
const list = defineQuery({
  right: "read",
  input: z.strictObject({ ...exceptionFilterFields, isOpen: z.boolean().optional(), after: position.nullish() }),
  async resolve({ scope }, { isOpen, after, ...filter }) {
    const asked = { ...toExceptionFilter(filter), isOpen: isOpen ?? null };
    // One more than a page is fetched to know whether there are more.
    const rows = await pageExceptions(scope, asked, after ?? null, pageSize + 1);
    const last = rows.length > pageSize ? rows[pageSize - 1] : undefined;
    return { exceptions: rows.slice(0, pageSize).map(presentException), next: last?.exception.id ?? null };
  },
});

/** The number of exceptions that are open, up to 1,000. */
const count = defineQuery({
  right: "read",
  input: z.strictObject({}),
  resolve: async ({ scope }) => ({ open: await countOpenExceptions(database, scope.partnerId) }),
});

export const exceptionQueries = { "exceptions.list": list, "exceptions.count": count };
