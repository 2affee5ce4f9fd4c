import { randomUUID } from "node:crypto";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { deployMigrations } from "#scripts/migrate/deploy-migrations.ts";
import { createDatabase, dropDatabase } from "#scripts/postgres/databases.ts";
import { startPostgres } from "#scripts/postgres/embedded.ts";

/** The address of the tests' database server; must survive structured cloning on its way to the test workers. */
export type TestServer = {
  /** Any database of the server, as a user that may create databases. */
  readonly url: string;
  /** The name of a database with all migrations applied, to be copied. */
  readonly template: string;
};

/** A test server and the function that stops it. */
export type StartedTestServer = TestServer & { readonly stop: () => Promise<void> };

/**
 * Starts a throwaway server, or borrows the one of TEST_DATABASE_URL, and creates the template on it. `stop` removes
 * everything again, except databases that tests on a borrowed server have not dropped.
 */
export async function startTestServer(): Promise<StartedTestServer> {
  const { url, stop } = await startServer();
  const template = `till_template_${randomUUID()}`;
  try {
    // Databases of installations mostly sort text by a language, in which punctuation and letters have
    // another order than in JavaScript.
    await deployMigrations(await createDatabase(url, template, "template0", "en-US"));
  } catch (error) {
    await dropDatabase(url, template);
    await stop();
    throw error;
  }
  return {
    url,
    template,
    stop: async () => {
      await dropDatabase(url, template);
      await stop();
    },
  };
}

async function startServer(): Promise<{ url: string; stop: () => Promise<void> }> {
  const borrowed = process.env.TEST_DATABASE_URL;
  if (borrowed !== undefined && borrowed !== "") {
    return { url: borrowed, stop: () => Promise.resolve() };
  }
  const dataDir = await mkdtemp(path.join(tmpdir(), "till-test-"));
  const server = await startPostgres({ dataDir, durability: "off" });
  return {
    url: server.url("postgres"),
    stop: async () => {
      await server.stop();
      await rm(dataDir, { recursive: true });
    },
  };
}
