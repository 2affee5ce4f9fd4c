import { readFileSync } from "node:fs";
import { parseEnv as parseDotenv } from "node:util";
import { expect, test } from "vitest";
import { parseEnv } from "#lib/env/env.ts";
import { environmentSchema } from "#lib/env/schema.ts";

const text = readFileSync(".env.example", "utf8");
const required = { DATABASE_URL: "postgres://till:secret@127.0.0.1:5432/till", PUBLIC_URL: "https://pay.example.com" };

test("an unchanged copy of the example configuration changes no default", () => {
  expect(parseEnv({ ...parseDotenv(text), ...required })).toEqual(parseEnv(required));
  expect(parseDotenv(text)).not.toHaveProperty("PUBLIC_URL");
});

test("the example configuration has every variable, and its examples are valid", () => {
  const examples = parseDotenv(text.replaceAll(/^# (?=[A-Z][A-Z0-9_]*=)/gm, ""));
  const env = parseEnv(examples);
  expect(new Set(env.rpcUrls.keys())).toEqual(new Set([8453, 56, 84532]));
  expect(env.STATIC_RATES).toEqual({ GBP: "1.27", JPY: "0.0067" });
  expect(env.confirmations.get(8453)).toBe(10);
  // FAULT_POINT is for tests, and NODE_ENV has its default from each command.
  const named = Object.keys(environmentSchema.shape).filter((name) => !["FAULT_POINT", "NODE_ENV"].includes(name));
  expect(named.filter((name) => !(name in examples))).toEqual([]);
});
