import { PrismaPg } from "@prisma/adapter-pg";
import { processSingleton } from "#lib/core/process-singleton.ts";
import { PrismaClient } from "#lib/db/generated/client.ts";
import { pool } from "#lib/db/pool.ts";
import { doAsOwn } from "#lib/db/work.ts";

/** Prisma on the connections of the process's own class, for seeds and tests. */
export const prisma = processSingleton("prisma", () => new PrismaClient({ adapter: new PrismaPg(doAsOwn(pool)) }));

export type {
  ChainTransferCreateManyInput,
  PaymentCreateManyInput,
  PaymentEventCreateManyInput,
  PayoutCreateManyInput,
} from "#lib/db/generated/models.ts";
