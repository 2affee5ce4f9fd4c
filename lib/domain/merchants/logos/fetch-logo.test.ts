import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test, vi } from "vitest";
import { isTillError, TillError } from "#lib/core/errors.ts";
import { createLogoFetcher, fetchLogo } from "#lib/domain/merchants/logos/fetch-logo.ts";
import type { FetchedLogo } from "#lib/domain/merchants/logos/logo.ts";
import type { LogoNetwork } from "#lib/domain/merchants/logos/open-url.ts";
import { isPublicAddress } from "#lib/domain/platform/outbound/public-address.ts";
import {
  addPngChunk,
  canvas,
  makeAnimation,
  makeImage,
  makeLyingAvif,
  makeNoise,
  makePngOfSize,
} from "#test/logos/images.ts";
import { type LogoServer, startLogoServer } from "#test/logos/logo-server.ts";

let server: LogoServer;
let image: Buffer;
let port: number;

beforeAll(async () => {
  server = await startLogoServer();
  port = server.network.port;
  image = await makeImage("png");
});
afterAll(() => server.stop());
beforeEach(() => {
  server.serve("/logo", image);
  server.requests.length = 0;
});
afterEach(() => vi.unstubAllEnvs());

function fetchFrom(url: string, network: Partial<LogoNetwork> = {}): Promise<FetchedLogo> {
  return createLogoFetcher({ ...server.network, ...network })(url);
}

/** The message of a refusal, after checking the error's form. */
async function refusalOf(work: Promise<unknown>): Promise<string> {
  const error = await work.then(
    () => null,
    (thrown: unknown) => thrown,
  );
  expect(error).toBeInstanceOf(TillError);
  expect(error).toMatchObject({ code: "params_validation", issues: [{ field: "iconUrl" }] });
  return isTillError(error) ? (error.issues?.[0]?.message ?? "") : "";
}

function redirectTo(location: string): void {
  server.serve("/redirect", (_request, response) => response.writeHead(302, { location }).end());
}

describe("a valid logo", () => {
  test.each([
    ["jpeg", "image/jpeg"],
    ["png", "image/png"],
    ["webp", "image/webp"],
    ["avif", "image/avif"],
  ] as const)("may be %s, and is returned unchanged", async (encoding, mediaType) => {
    const bytes = await makeImage(encoding);
    server.serve("/logo", bytes);
    expect(await fetchFrom(server.url("/logo"))).toEqual({ mediaType, bytes, width: 600, height: 600 });
  });

  test.each([
    [500, 500],
    [4_096, 4_096],
    [950, 1_000],
    [1_050, 1_000],
  ])("may have %i × %i pixels", async (width, height) => {
    server.serve("/logo", await makeImage("png", { width, height }));
    expect(await fetchFrom(server.url("/logo"))).toMatchObject({ width, height });
  });

  test("is recognised by its content, not by its file name or Content-Type", async () => {
    server.serve("/logo.svg", (_request, response) => {
      response.writeHead(200, { "content-type": "image/svg+xml" }).end(image);
    });
    expect(await fetchFrom(server.url("/logo.svg"))).toMatchObject({ mediaType: "image/png" });
  });

  test("may be three redirects away", async () => {
    server.serve("/1", (_request, response) => response.writeHead(301, { location: server.url("/2") }).end());
    server.serve("/2", (_request, response) => response.writeHead(307, { location: "3" }).end());
    server.serve("/3", (_request, response) => response.writeHead(308, { location: "/logo" }).end());
    expect(await fetchFrom(server.url("/1"))).toMatchObject({ bytes: image });
  });

  test("may be exactly 2 MB", async () => {
    const rest = Buffer.alloc(2_000_000 - image.length - 12);
    server.serve("/logo", addPngChunk(image, "teST", rest));
    expect((await fetchFrom(server.url("/logo"))).bytes).toHaveLength(2_000_000);
  });
});

describe("a URL", () => {
  test.each([
    ["http://logo.test/logo", "must be an HTTPS URL; it is http:"],
    ["file:///etc/passwd", "must be an HTTPS URL; it is file:"],
    ["logo.png", "must be an HTTPS URL; it is not a URL"],
    ["https://user@logo.test/", "must not have a user name or password; it has one"],
    ["https://:secret@logo.test/", "must not have a user name or password; it has one"],
  ])("must be a plain HTTPS URL: %s", async (url, message) => {
    expect(await refusalOf(fetchFrom(url))).toBe(message);
    expect(server.requests).toEqual([]);
  });

  test("must use the expected port", async () => {
    expect(await refusalOf(fetchFrom("https://logo.test:8443/"))).toBe(`must use port ${port}; it uses 8443`);
    expect(await refusalOf(fetchFrom("https://logo.test/"))).toBe(`must use port ${port}; it uses 443`);
    expect(await refusalOf(fetchLogo(server.url("/logo")))).toBe(`must use port 443; it uses ${port}`);
  });

  test.each([
    "127.0.0.1",
    "127.1",
    "127.0.0.1.",
    "2130706433",
    "0x7f000001",
    "0x7f.1",
    "0177.0.0.1",
    "017700000001",
    "①②⑦.⓪.⓪.①",
    "%31%32%37.0.0.1",
    "0",
    "10.0.0.1",
    "169.254.169.254",
    "100.64.0.1",
    "[::1]",
    "[::]",
    "[::ffff:127.0.0.1]",
    "[::ffff:7f00:1]",
    "[0:0:0:0:0:ffff:127.0.0.1]",
    "[::127.0.0.1]",
    "[64:ff9b::127.0.0.1]",
    "[2002:7f00:1::]",
    "[fe80::1]",
    "[fd00::1]",
  ])("can't contain a private address in any notation: %s", async (host) => {
    const before = server.connections();
    const resolve = vi.fn(server.network.resolve);
    const fetched = fetchFrom(`https://${host}:${port}/logo`, { isAllowedAddress: isPublicAddress, resolve });
    expect(await refusalOf(fetched)).toMatch(/^must be at a public address; .* is not$/);
    expect(resolve).not.toHaveBeenCalled();
    expect(server.connections()).toBe(before);
  });

  test("in production can't reach this machine", async () => {
    for (const host of ["127.0.0.1", "[::1]", "0x7f.1", "169.254.169.254"]) {
      expect(await refusalOf(fetchLogo(`https://${host}/`))).toMatch(/^must be at a public address; .* is not$/);
    }
  });
});

describe("a host name", () => {
  test.each([
    ["loopback", ["127.0.0.1"]],
    ["private", ["192.168.0.1"]],
    ["mapped", ["::ffff:127.0.0.1"]],
    ["public and private", ["9.9.9.9", "127.0.0.1"]],
    ["no", []],
  ])("with %s addresses is refused without revealing them", async (_kind, addresses) => {
    const before = server.connections();
    const network = { isAllowedAddress: isPublicAddress, resolve: async () => addresses };
    const message = await refusalOf(fetchFrom(server.url("/logo"), network));
    expect(message).toBe("must be at a public address; logo.test is not");
    expect(server.connections()).toBe(before);
  });

  test("is resolved once, and the connection goes to the address that was checked", async () => {
    const answers = [["127.0.0.1"], ["127.0.0.2"]];
    const resolve = vi.fn(async () => answers.shift() ?? []);
    expect(await fetchFrom(server.url("/logo"), { resolve })).toMatchObject({ bytes: image });
    expect(resolve).toHaveBeenCalledTimes(1);
  });

  test("is resolved and checked again for a redirect", async () => {
    redirectTo("/logo");
    const answers = [["127.0.0.1"], ["127.0.0.2"]];
    const message = await refusalOf(fetchFrom(server.url("/redirect"), { resolve: async () => answers.shift() ?? [] }));
    expect(message).toBe(`must redirect to public HTTPS addresses on port ${port} only; it does not`);
    expect(server.requests).toEqual(["/redirect"]);
  });
});

describe("a redirect", () => {
  test.each([
    () => `https://10.0.0.1:${port}/`,
    () => `https://[::ffff:127.0.0.1]:${port}/logo`,
    () => `https://0x7f000002:${port}/logo`,
    () => `https://inside.test:${port}/logo`,
    () => `https://user:password@logo.test:${port}/logo`,
    () => `http://logo.test:${port}/logo`,
    () => "https://logo.test:8443/logo",
    () => "file:///etc/passwd",
    () => "//169.254.169.254/latest/meta-data",
  ])("can't lead where the URL itself couldn't: %s", async (location) => {
    redirectTo(location());
    const resolve = async (host: string) => (host === "inside.test" ? ["192.168.0.7"] : ["127.0.0.1"]);
    const before = server.connections();
    const message = await refusalOf(fetchFrom(server.url("/redirect"), { resolve }));
    expect(message).toBe(`must redirect to public HTTPS addresses on port ${port} only; it does not`);
    expect(server.requests).toEqual(["/redirect"]);
    expect(server.connections()).toBe(before + 1);
  });

  test("is followed three times at most", async () => {
    redirectTo("/redirect");
    const message = await refusalOf(fetchFrom(server.url("/redirect")));
    expect(message).toBe("must redirect at most 3 times; it redirects more often");
    expect(server.requests).toHaveLength(4);
  });

  test.each([undefined, "https://[/"])("must have a valid target, not %s", async (location) => {
    server.serve("/redirect", (_request, response) => response.writeHead(302, location ? { location } : {}).end());
    expect(await refusalOf(fetchFrom(server.url("/redirect")))).toBe("must redirect to a URL; it does not");
  });
});

describe("a server", () => {
  test.each([204, 206, 304, 404, 500])("must answer with 200, not %i", async (status) => {
    server.serve("/logo", (_request, response) => response.writeHead(status).end());
    const message = `must return status 200; it returned ${status}`;
    expect(await refusalOf(fetchFrom(server.url("/logo")))).toBe(message);
  });

  const untrusted = "must be reachable by HTTPS; its certificate is not trusted";

  test("with a self-signed certificate is not trusted", async () => {
    const { ca: _ca, ...usual } = server.network;
    expect(await refusalOf(createLogoFetcher(usual)(server.url("/logo")))).toBe(untrusted);
    vi.stubEnv("NODE_TLS_REJECT_UNAUTHORIZED", "0");
    expect(await refusalOf(createLogoFetcher(usual)(server.url("/logo")))).toBe(untrusted);
    expect(server.requests).toEqual([]);
  });

  test("with a certificate for another name is not trusted", async () => {
    const resolve = async () => ["127.0.0.1"];
    expect(await refusalOf(fetchFrom(`https://other.test:${port}/logo`, { resolve }))).toBe(untrusted);
    expect(server.requests).toEqual([]);
  });

  test.each([
    ["hangs up", ""],
    ["doesn't speak HTTP", "SSH-2.0-OpenSSH_9.6\r\n"],
    ["hangs up halfway", "HTTP/1.1 200 OK\r\nContent-Length: 100000\r\n\r\nabc"],
  ])("that %s is not reachable", async (_name, words) => {
    server.serve("/logo", (request) => request.socket.end(words));
    const message = "must be reachable by HTTPS; the connection failed";
    expect(await refusalOf(fetchFrom(server.url("/logo")))).toBe(message);
  });

  test("that refuses connections is not reachable", async () => {
    const message = "must be reachable by HTTPS; the connection failed";
    expect(await refusalOf(fetchFrom("https://logo.test:1/logo", { port: 1 }))).toBe(message);
  });
});

describe("time is limited", () => {
  const timeoutMs = 300;
  const message = "must be downloadable within 0.3 s; it timed out";

  test("when the name server doesn't answer", async () => {
    const resolve = () => new Promise<string[]>(() => undefined);
    expect(await refusalOf(fetchFrom(server.url("/logo"), { resolve, timeoutMs }))).toBe(message);
  });

  test("when the server doesn't answer", async () => {
    const { promise: closed, resolve: close } = Promise.withResolvers<void>();
    server.serve("/logo", (request) => request.socket.on("close", close));
    expect(await refusalOf(fetchFrom(server.url("/logo"), { timeoutMs }))).toBe(message);
    await closed;
  });

  test("when the file arrives slowly", async () => {
    const { promise: closed, resolve: close } = Promise.withResolvers<void>();
    server.serve("/logo", (_request, response) => {
      const drip = setInterval(() => response.write("x"), 20);
      response.on("close", () => {
        clearInterval(drip);
        close();
      });
    });
    expect(await refusalOf(fetchFrom(server.url("/logo"), { timeoutMs }))).toBe(message);
    await closed;
  });

  test("for all redirects together", async () => {
    server.serve("/redirect", (_request, response) => {
      setTimeout(() => response.writeHead(302, { location: "/redirect" }).end(), 120);
    });
    expect(await refusalOf(fetchFrom(server.url("/redirect"), { timeoutMs }))).toBe(message);
  });
});

describe("size is limited to 2 MB", () => {
  const message = "must be at most 2 MB; it is larger";

  test("by Content-Length, before the body is read", async () => {
    server.serve("/logo", (_request, response) => {
      response.writeHead(200, { "content-length": 2_000_001 }).flushHeaders();
    });
    expect(await refusalOf(fetchFrom(server.url("/logo")))).toBe(message);
  });

  test("by the bytes received from an endless response", async () => {
    const { promise: closed, resolve: close } = Promise.withResolvers<void>();
    server.serve("/logo", (_request, response) => {
      const megabyte = Buffer.alloc(1_000_000);
      const send = () => response.write(megabyte, () => response.destroyed || setImmediate(send));
      response.on("close", close);
      send();
    });
    expect(await refusalOf(fetchFrom(server.url("/logo")))).toBe(message);
    await closed;
  });

  test("by Content-Length when the server sends more: the rest isn't read", async () => {
    const large = addPngChunk(image, "teST", Buffer.alloc(3_000_000));
    server.serve("/logo", ({ socket }) => {
      socket.write("HTTP/1.1 200 OK\r\nContent-Length: 1000\r\n\r\n");
      socket.write(large);
    });
    const damaged = "must be an intact image; its header is damaged";
    expect(await refusalOf(fetchFrom(server.url("/logo")))).toBe(damaged);
  });
});

describe("a file", () => {
  async function refusalOfFile(file: Buffer | string): Promise<string> {
    server.serve("/logo.png", (_request, response) => {
      response.writeHead(200, { "content-type": "image/png" }).end(file);
    });
    return refusalOf(fetchFrom(server.url("/logo.png")));
  }

  test.each([
    ['<?xml version="1.0"?><svg xmlns="http://www.w3.org/2000/svg"/>', "a document such as SVG or HTML"],
    ["\ufeff \n<!doctype html><p>internal wiki</p>", "a document such as SVG or HTML"],
    ["GIF89a\x58\x02\x58\x02\0\0\0;", "a GIF"],
    ["root:x:0:0:root:/root:/bin/sh", "something else"],
    ["", "something else"],
  ])("must be an image of a supported format, whatever its name: %j", async (content, found) => {
    expect(await refusalOfFile(content)).toBe(`must be a JPEG, PNG, WebP or AVIF file; it is ${found}`);
  });

  test.each([
    [320, 320, "must be at least 500 × 500 pixels; it has 320 × 320"],
    [499, 500, "must be at least 500 × 500 pixels; it has 499 × 500"],
    [4_097, 4_096, "must be at most 4096 × 4096 pixels; it has 4097 × 4096"],
    [1_000, 600, "must be square, with a tolerance of 5%; it has 1000 × 600 pixels"],
    [1_051, 1_000, "must be square, with a tolerance of 5%; it has 1051 × 1000 pixels"],
    [949, 1_000, "must be square, with a tolerance of 5%; it has 949 × 1000 pixels"],
  ])("must not have %i × %i pixels", async (width, height, message) => {
    expect(await refusalOfFile(await makeImage("png", { width, height }))).toBe(message);
  });

  test("of 60,000 × 60,000 pixels is refused by its header", async () => {
    const message = "must be at most 4096 × 4096 pixels; it has 60000 × 60000";
    expect(await refusalOfFile(makePngOfSize(60_000, 60_000))).toBe(message);
  });

  test.each([
    ["larger", 2_000, 600],
    ["smaller", 600, 2_000],
  ])("whose image is %s than its header claims is refused by the decoder", async (_name, width, claimed) => {
    const message = "must be an intact image; it could not be decoded";
    expect(await refusalOfFile(await makeLyingAvif(width, claimed))).toBe(message);
  });

  test("must not be an AVIF with an alpha channel", async () => {
    const transparent = await canvas({ background: "#00000080" }).avif({ effort: 0 }).toBuffer();
    expect(await refusalOfFile(transparent)).toMatch(/^must not have an alpha channel as AVIF; use PNG or WebP/);
  });

  test("must not be an animated WebP", async () => {
    expect(await refusalOfFile(await makeAnimation())).toBe("must not be animated; it is");
  });

  test("must not be an animated PNG", async () => {
    const file = addPngChunk(image, "acTL", Buffer.from("0000000200000000", "hex"));
    expect(await refusalOfFile(file)).toBe("must not be animated; it is");
  });

  test.each(["jpeg", "png", "webp", "avif"] as const)("can't be truncated, as %s", async (encoding) => {
    const file = await makeNoise(encoding);
    for (const length of [file.length - 20, Math.ceil(file.length / 2), 40]) {
      expect(await refusalOfFile(file.subarray(0, length))).toMatch(
        /^must be an intact image; (its header is damaged|it could not be decoded)$/,
      );
    }
  });

  test("with a valid header must also have decodable pixels", async () => {
    expect(await refusalOfFile(makePngOfSize(4_000, 4_000))).toBe("must be an intact image; it could not be decoded");
  });
});
