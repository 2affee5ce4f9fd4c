import { createSocket, type Socket } from "node:dgram";
import { once } from "node:events";
import { setTimeout as pause } from "node:timers/promises";
import { afterAll, beforeAll, expect, test } from "vitest";
import { resolveHost } from "#lib/domain/platform/outbound/resolve-host.ts";

const addresses: Readonly<Record<string, Readonly<Record<number, string>>>> = {
  "both.test": { 1: "c0000207", 28: "20010db8000000000000000000000007" },
  "old.test": { 1: "c0000207" },
};

/** A name server that knows these names, never answers for `silent.test`, and denies all others. */
let nameServer: Socket;
let servers: string[];

beforeAll(async () => {
  nameServer = createSocket("udp4").bind(0, "127.0.0.1");
  await once(nameServer, "listening");
  servers = [`127.0.0.1:${nameServer.address().port}`];
  nameServer.on("message", (query, { port, address }) => {
    const { name, type, end } = readQuestion(query);
    if (name === "silent.test") return;
    const data = addresses[name]?.[type];
    const head = Buffer.from(query.subarray(0, 12));
    head.writeUInt16BE(addresses[name] === undefined ? 0x8183 : 0x8180, 2);
    head.fill(0, 6);
    head.writeUInt16BE(data === undefined ? 0 : 1, 6);
    nameServer.send(Buffer.concat([head, query.subarray(12, end), answer(type, data)]), port, address);
  });
});
afterAll(() => {
  nameServer.close();
});

function readQuestion(query: Buffer): { name: string; type: number; end: number } {
  const labels: string[] = [];
  let at = 12;
  for (let length = query.readUInt8(at); length > 0; length = query.readUInt8(at)) {
    labels.push(query.toString("latin1", at + 1, at + 1 + length).toLowerCase());
    at += 1 + length;
  }
  return { name: labels.join("."), type: query.readUInt16BE(at + 1), end: at + 5 };
}

function answer(type: number, data: string | undefined): Buffer {
  if (data === undefined) return Buffer.alloc(0);
  const record = Buffer.from("c00c0000000100000000", "hex");
  record.writeUInt16BE(type, 2);
  const bytes = Buffer.from(data, "hex");
  return Buffer.concat([record, Buffer.of(0, bytes.length), bytes]);
}

test.each([
  ["both.test", ["192.0.2.7", "2001:db8::7"]],
  ["old.test", ["192.0.2.7"]],
  ["unknown.test", []],
])("returns all addresses of %s", async (host, expected) => {
  expect(await resolveHost(host, AbortSignal.timeout(5_000), servers)).toEqual(expected);
});

test("stops when the signal aborts", async () => {
  const isAsked = once(nameServer, "message");
  const caller = new AbortController();
  const found = resolveHost("silent.test", caller.signal, servers);
  await isAsked;
  caller.abort();
  expect(await Promise.race([found, pause(1_000, "still waiting a second after the signal")])).toEqual([]);
});

test("doesn't read the machine's hosts file", async () => {
  expect(await resolveHost("localhost", AbortSignal.timeout(5_000), servers)).toEqual([]);
});
