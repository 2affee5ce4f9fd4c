import sharp from "sharp";
import { afterAll, beforeAll, expect, test } from "vitest";
import { newId } from "#lib/core/ids.ts";
import { createLogoFetcher, type FetchLogo } from "#lib/domain/merchants/logos/fetch-logo.ts";
import type { LogoRule } from "#lib/domain/merchants/logos/logo-refusal.ts";
import { previewLogo } from "#lib/domain/merchants/logos/preview-logo.ts";
import { makeImage, makeNoise } from "#test/logos/images.ts";
import { type LogoServer, startLogoServer } from "#test/logos/logo-server.ts";

let server: LogoServer;
let fetchFromServer: FetchLogo;

beforeAll(async () => {
  server = await startLogoServer();
  fetchFromServer = createLogoFetcher(server.network);
});
afterAll(() => server.stop());

const anyUserId = () => newId("usr", new Date());

test("a valid logo is returned as a small square thumbnail, cropped to the centre", async () => {
  const stripes = sharp({ create: { width: 600, height: 580, channels: 4, background: "teal" } });
  const bytes = await stripes.webp().toBuffer();
  server.serve("/logo", bytes);
  const verdict = await previewLogo(anyUserId(), server.url("/logo"), fetchFromServer);
  expect(verdict).toMatchObject({
    isKept: true,
    mediaType: "image/webp",
    width: 600,
    height: 580,
    sizeBytes: bytes.length,
  });
  const shown = sharp(verdict.isKept ? verdict.thumbnail : Buffer.alloc(0));
  expect(await shown.metadata()).toMatchObject({ format: "png", width: 192, height: 192 });
});

test.for<[LogoRule, string, () => Promise<Buffer | null>]>([
  ["https", "http://logo.test/", async () => null],
  ["https", "https://user@logo.test/", async () => null],
  ["reachable", "https://127.0.0.1/", async () => null],
  ["reachable", "/missing", async () => null],
  ["size", "/logo", async () => Buffer.alloc(2_000_001)],
  ["format", "/logo", async () => Buffer.from("<svg/>")],
  ["pixels", "/logo", () => makeImage("png", { width: 499, height: 499 })],
  ["pixels", "/logo", () => makeImage("png", { width: 4_097, height: 4_097 })],
  ["square", "/logo", () => makeImage("png", { width: 600, height: 500 })],
  ["whole", "/logo", async () => (await makeNoise("png")).fill(0, 2_000, 4_000)],
])("the broken rule is named: %s, at %s", async ([rule, url, file]) => {
  const bytes = await file();
  if (bytes !== null) server.serve("/logo", bytes);
  const isOfServer = url.startsWith("/");
  const fetch = isOfServer
    ? fetchFromServer
    : createLogoFetcher({ ...server.network, port: 443, isAllowedAddress: () => false });
  const verdict = await previewLogo(anyUserId(), isOfServer ? server.url(url) : url, fetch);
  expect(verdict).toMatchObject({ isKept: false, broken: rule, message: expect.stringMatching(/^must /) });
});

test("a user's twenty-first check in a minute is refused without any request; other users aren't affected", async () => {
  const refused: FetchLogo = () => Promise.reject(new Error("was asked"));
  const member = anyUserId();
  const ask = (userId: string) => previewLogo(userId, "http://logo.test/", createLogoFetcher(server.network));
  for (let count = 0; count < 20; count += 1) await ask(member);
  await expect(previewLogo(member, "https://logo.test/", refused)).rejects.toMatchObject({ code: "rate_limited" });
  expect(await ask(anyUserId())).toMatchObject({ broken: "https" });
});

test("the thumbnail of a photo is turned as its Exif data says, as browsers show the photo itself", async () => {
  const side = (background: string) => ({ create: { width: 300, height: 600, channels: 3 as const, background } });
  const redLeft = sharp({ create: { width: 600, height: 600, channels: 3, background: "blue" } })
    .composite([{ input: await sharp(side("red")).png().toBuffer(), left: 0, top: 0 }])
    .jpeg();
  // Turned by 90 degrees clockwise, the left side is above.
  server.serve("/photo", await redLeft.withMetadata({ orientation: 6 }).toBuffer());
  const verdict = await previewLogo(anyUserId(), server.url("/photo"), fetchFromServer);
  const { data, info } = await sharp(verdict.isKept ? verdict.thumbnail : Buffer.alloc(0))
    .removeAlpha()
    .raw()
    .toBuffer({ resolveWithObject: true });
  const isRed = (x: number, y: number) => (data[(y * info.width + x) * 3] ?? 0) > 200;
  expect([isRed(20, 20), isRed(170, 20), isRed(20, 170), isRed(170, 170)]).toEqual([true, true, false, false]);
});
