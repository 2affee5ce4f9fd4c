import { defineConfig } from "vitest/config";

const exclude = ["**/node_modules/**", ".next/**", ".till/**", "e2e/**"];
const database = ["**/*.db.test.ts"];
const chain = ["**/*.chain.test.ts", "test/chain/**/*.test.ts"];
const globalSetup = ["test/db/global-setup.ts"];

export default defineConfig({
  test: {
    projects: [
      {
        test: {
          name: "unit",
          include: ["**/*.test.ts"],
          exclude: [...exclude, ...database, ...chain],
          // Compilers and images are at work here; a busy machine is no failure.
          testTimeout: 60_000,
          hookTimeout: 60_000,
          maxWorkers: 2,
          sequence: { groupOrder: 0 },
        },
      },
      {
        test: {
          name: "db",
          include: database,
          exclude: [...exclude, ...chain],
          globalSetup,
          testTimeout: 30_000,
          hookTimeout: 60_000,
          maxWorkers: 2,
          sequence: { groupOrder: 1 },
        },
      },
      {
        // One file after another: each has chains of its own, and two of them would starve the other's blocks.
        test: {
          name: "chain",
          include: chain,
          exclude,
          globalSetup,
          testTimeout: 120_000,
          hookTimeout: 120_000,
          maxWorkers: 4,
          sequence: { groupOrder: 2 },
        },
      },
    ],
  },
});
