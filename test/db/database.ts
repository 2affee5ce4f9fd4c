import { randomUUID } from "node:crypto";
import { inject } from "vitest";
import { createDatabase, dropDatabase } from "#scripts/postgres/databases.ts";

/** The database of one test file. */
export type TestDatabase = {
  readonly url: string;
  /** Terminates every open connection, so end your pools first: a pool that loses a connection emits "error". */
  drop(): Promise<void>;
};

/** A database with all migrations applied and no rows: a copy of the template. For `beforeAll`; `drop` in `afterAll`. */
export function createTestDatabase(): Promise<TestDatabase> {
  return create(inject("testServer").template);
}

/** A database without any tables. */
export function createEmptyDatabase(): Promise<TestDatabase> {
  return create("template0");
}

async function create(template: string): Promise<TestDatabase> {
  const server = inject("testServer").url;
  const name = `till_test_${randomUUID()}`;
  const url = await createDatabase(server, name, template);
  return { url, drop: () => dropDatabase(server, name) };
}
