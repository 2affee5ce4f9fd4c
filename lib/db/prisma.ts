import { PrismaPg } from "@prisma/adapter-pg";
import { processSingleton } from "#lib/core/process-singleton.ts";
import { PrismaClient } from "#lib/db/generated/client.ts";
import { pool } from "#lib/db/pool.ts";

/** Prisma over the process's pool: for everything that is neither hot nor part of a money transaction. */
export const prisma = processSingleton("prisma", () => new PrismaClient({ adapter: new PrismaPg(pool()) }));

export type { PaymentCreateManyInput } from "#lib/db/generated/models.ts";
