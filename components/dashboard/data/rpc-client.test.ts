import { createServer, type RequestListener, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { afterEach, expect, test, vi } from "vitest";
import { fetchQuery, postJson, RpcError, sendMutation, showMember } from "#components/dashboard/data/rpc-client.ts";
import { shownMember } from "#lib/core/shown-member.ts";

const unreachable = "Till can't be reached. Check your connection and try again.";

let server: Server | undefined;

/** Starts a server, and returns its address. */
async function serve(listener: RequestListener): Promise<string> {
  const started = createServer(listener);
  server = started;
  await new Promise<void>((resolve) => started.listen(0, "127.0.0.1", resolve));
  return `http://127.0.0.1:${(started.address() as AddressInfo).port}/`;
}

afterEach(() => {
  vi.unstubAllGlobals();
  showMember(null);
  server?.closeAllConnections();
  server?.close();
});

test("a call that finds no server is an RpcError without a status and without issues", async () => {
  const url = await serve(() => undefined);
  await new Promise((resolve) => server?.close(resolve));
  const call = postJson(url, {});
  await expect(call).rejects.toMatchObject({ name: "RpcError", status: null, message: unreachable, issues: [] });
  await expect(call).rejects.toMatchObject({ isRefusal: false });
});

test.for([
  ["a gateway's error page", 502, "<h1>Bad Gateway</h1>", 100],
  ["a response that is cut off", 200, '{"a":', 100],
  ["a success that isn't JSON", 200, "<h1>Sign in to the network</h1>", undefined],
] as const)("%s is an RpcError that may be tried again", async ([, status, body, length]) => {
  const url = await serve((_request, response) => {
    response.writeHead(status, length === undefined ? {} : { "content-length": length });
    response.write(body, () => response.destroy());
  });
  const error = { name: "RpcError", message: unreachable, isRefusal: false };
  await expect(postJson(url, {})).rejects.toMatchObject(error);
});

test("a refusal has the server's message and the issue of each field", async () => {
  const issues = [
    { field: "name", message: "is required" },
    { field: "allowedNetworks.3", message: "must be at most 64 characters" },
  ];
  const url = await serve((_request, response) => {
    const error = { code: "params_validation", message: "name is required", issues };
    response.writeHead(400).end(JSON.stringify({ error }));
  });
  const error: unknown = await postJson(url, {}).catch((thrown: unknown) => thrown);
  expect(error).toMatchObject({ status: 400, code: "params_validation", message: "name is required", isRefusal: true });
  expect(error).toMatchObject({ issues });
  if (!(error instanceof RpcError)) throw error;
  // A form has one field for all entries of a list.
  const shown = ["name", "allowedNetworks", "permissions"].map((field) => error.issueOf(field));
  expect(shown).toEqual(["is required", "must be at most 64 characters", undefined]);
});

test("calls name the member that the page shows, and a page that shows another one is loaded again", async () => {
  const fetch = vi.fn(async (_path: string, _init: { headers: Record<string, string> }) => Response.json({}));
  const reload = vi.fn();
  vi.stubGlobal("fetch", fetch);
  vi.stubGlobal("location", { reload });
  const call = async () => {
    await fetchQuery("payments.units", {});
    await sendMutation("payments.cancel", { paymentId: "pay_1" });
    return fetch.mock.calls.splice(0).map(([, { headers }]) => headers[shownMember.header]);
  };
  expect(await call()).toEqual([undefined, undefined]);
  showMember({ userId: "usr_1", isTest: false });
  expect(await call()).toEqual(["usr_1", "usr_1"]);
  const error = { code: shownMember.refusedCode, message: "Another member has signed in." };
  fetch.mockResolvedValue(Response.json({ error }, { status: 409 }));
  expect(reload).not.toHaveBeenCalled();
  await expect(fetchQuery("payments.units", {})).rejects.toMatchObject({ status: 409, isRefusal: true });
  expect(reload).toHaveBeenCalledOnce();
});

test("the calls of a page go to the mode of the page", async () => {
  const fetch = vi.fn(async (_path: string) => Response.json({}));
  vi.stubGlobal("fetch", fetch);
  const paths = async (isTest: boolean) => {
    showMember({ userId: "usr_1", isTest });
    await fetchQuery("payments.units", {});
    await sendMutation("payments.cancel", { paymentId: "pay_1" });
    return fetch.mock.calls.splice(0).map(([path]) => path.split("?")[0]);
  };
  const live = ["/dashboard/data/payments.units", "/dashboard/data/payments.cancel"];
  expect(await paths(false)).toEqual(live);
  expect(await paths(true)).toEqual(live.map((path) => path.replace("/dashboard", "/dashboard/test")));
});
