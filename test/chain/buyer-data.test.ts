import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { formFields, formSchema } from "#lib/core/buyer-form/form-schema.ts";
import { useClock as setClock } from "#lib/core/clock.ts";
import { listBuyerData } from "#lib/domain/payments/buyer-data/list-buyer-data.ts";
import { setBuyerDataPolicy } from "#lib/domain/payments/buyer-data/set-buyer-data-policy.ts";
import { submitBuyerDataForm } from "#lib/domain/payments/buyer-data/submit-buyer-data-form.ts";
import { rateSource } from "#lib/domain/payments/rates/configured-rate-source.ts";
import { ada, acme as provider } from "#test/buyer-data/samples.ts";
import type { TestChain } from "#test/chain/with-chain.ts";
import { scopeOf } from "#test/domain/create-test-payment.ts";
import { type ApiAnswer, type ApiClient, createApiClient } from "#test/stack/api-client.ts";
import { digestDatabase } from "#test/stack/digest.ts";
import { createPartner, type TestPartner } from "#test/stack/partner.ts";
import { createPayClient } from "#test/stack/pay-sdk.ts";
import { startTill, type Till } from "#test/stack/start-till.ts";
import { confirmBody, getFirstOption, signOption } from "#test/stack/wallet.ts";

const fields = { ...ada, tosConfirmed: "true" };
const listed = (values: Record<string, string>) => Object.entries(values).map(([id, value]) => ({ id, value }));

type Buyer = TestChain["accounts"]["relayer"];

let till: Till;
let partner: TestPartner;
let api: ApiClient;
let paymentId: string;
let buyer: Buyer;
let stranger: Buyer;

beforeAll(async () => {
  till = await startTill({ chainIds: [8453, 10] });
  const [chain] = till.chains as [TestChain];
  [buyer, stranger] = chain.accounts.buyers as [Buyer, Buyer];
});
afterAll(() => till.stop());
beforeEach(async () => {
  partner = await createPartner();
  api = createApiClient(till.baseUrl, partner);
  await setBuyerDataPolicy(scopeOf(partner), { kind: "always", provider }, rateSource());
  ({ paymentId } = await api.createPayment());
});

const onBase = (one: Buyer) => `eip155:8453:${one.address}`;
const onOptimism = (one: Buyer) => `eip155:10:${one.address}`;
const formUrl = (...accounts: string[]) =>
  `${till.baseUrl}/collect/${paymentId}?accounts=${encodeURIComponent(accounts.join(","))}`;
const said = async () => (await listBuyerData(scopeOf(partner), paymentId)).map(({ data }) => data);

type Form = { url: string; schema: object; fields: { id: string; name: string; type: string }[] } | null;
type Offered = { collectData: Form; options: { account: string; collectData: Form }[] };

async function offer(...accounts: string[]): Promise<Offered> {
  const { body } = await api.gateway("POST", `/v1/gateway/payment/${paymentId}/options`, { accounts });
  return body as unknown as Offered;
}

async function confirm(collected?: Record<string, string>, signer = buyer, results?: unknown[]): Promise<ApiAnswer> {
  const option = await getFirstOption(api, paymentId, buyer);
  const body = {
    ...confirmBody(option.id, await signOption(option, signer)),
    ...(results === undefined ? {} : { results }),
    ...(collected === undefined ? {} : { collectedData: { fields: listed(collected) } }),
  };
  return api.gateway("POST", `/v1/gateway/payment/${paymentId}/confirm`, body);
}

describe("the form is listed", () => {
  test("at the top level and at every option when all accounts need it", async () => {
    const { collectData, options } = await offer(onBase(buyer));
    expect(options.map((option) => option.collectData)).toEqual(options.map(() => collectData));
    expect(collectData?.url).toBe(formUrl(onBase(buyer)));
    expect(collectData?.schema).toEqual(formSchema);
    expect(collectData?.fields.map(({ id, type }) => [id, type])).toEqual(formFields.map(({ id, type }) => [id, type]));
    const acceptance = collectData?.fields.at(-1)?.name;
    expect(acceptance).toContain(provider.termsUrl);
    expect(acceptance).toContain(provider.privacyUrl);
  });

  test("at the top level and only at the options whose account needs it", async () => {
    await submitBuyerDataForm(paymentId, { accounts: [onBase(buyer)], data: ada }, rateSource());
    const { collectData, options } = await offer(onBase(buyer), onBase(stranger));
    expect(collectData?.url).toBe(formUrl(onBase(stranger)));
    for (const option of options) expect(option.collectData === null).toBe(option.account === onBase(buyer));
    expect(new Set(options.map(({ account }) => account)).size).toBe(2);
  });

  test("at options once for the same address on all chains, and at the top level once for all accounts", async () => {
    const all = [onOptimism(buyer), onBase(buyer), onBase(stranger)];
    const { collectData, options } = await offer(...all);
    const asked = (url = "") => new Set(new URL(url).searchParams.get("accounts")?.split(","));
    expect(asked(collectData?.url)).toEqual(new Set(all));
    const one = options.find(({ account }) => account === onOptimism(buyer));
    expect(asked(one?.collectData?.url)).toEqual(new Set([onOptimism(buyer), onBase(buyer)]));
  });

  test.each(["no account needs it", "the policy is off", "the amount is below the policy's"])(
    "nowhere when %s",
    async (why) => {
      if (why.startsWith("no account"))
        await submitBuyerDataForm(paymentId, { accounts: [onBase(buyer)], data: ada }, rateSource());
      if (why.startsWith("the policy")) await setBuyerDataPolicy(scopeOf(partner), { kind: "off" }, rateSource());
      if (why.startsWith("the amount")) {
        const policy = { kind: "from", currency: "USD", value: 1_001n, provider } as const;
        await setBuyerDataPolicy(scopeOf(partner), policy, rateSource());
      }
      const { collectData, options } = await offer(onBase(buyer));
      expect([collectData, ...options.map((option) => option.collectData)]).toEqual([null, ...options.map(() => null)]);
    },
  );
});

describe("a confirm is refused and nothing is stored", () => {
  async function expectRefused(send: () => Promise<ApiAnswer>, status: number, ...at: string[]): Promise<void> {
    const option = await getFirstOption(api, paymentId, buyer);
    const untouched = async () => (await digestDatabase()).replaceAll(/payment_option .*/g, "");
    const before = await untouched();
    const answer = await send();
    expect([answer.status, answer.body.code]).toEqual([status, "params_validation"]);
    expect((answer.body.issues as { field: string }[]).map(({ field }) => field)).toEqual(at);
    expect(await untouched()).toBe(before);
    expect(option.id).toMatch(/^opt_/);
  }

  test("without the data", () => expectRefused(() => confirm(), 400, "collectedData"));
  test("with an empty list", () => expectRefused(() => confirm({}), 400, "collectedData"));
  test("with a wrong field", () =>
    expectRefused(() => confirm({ ...fields, dob: "2999-01-01" }), 400, "collectedData.fields.1.value"));
  test("with a field that does not exist", () =>
    expectRefused(() => confirm({ ...fields, email: "x" }), 400, "collectedData.fields.5.id"));
  test("with terms that are not accepted", () =>
    expectRefused(() => confirm({ ...fields, tosConfirmed: "false" }), 400, "collectedData.fields.4.value"));
  test("with fields missing", () =>
    expectRefused(
      () => confirm({ dob: fields.dob, tosConfirmed: "true" }),
      400,
      ...Array(3).fill("collectedData.fields"),
    ));
  test("with missing data before its results are looked at", () =>
    expectRefused(() => confirm(undefined, buyer, []), 400, "collectedData"));
  test("with good data and no results", () => expectRefused(() => confirm(fields, buyer, []), 400, "results"));
  test("with valid data and another account's signature", () =>
    expectRefused(() => confirm(fields, stranger), 422, "results"));

  test("with an option that has run out before its data is looked at", async () => {
    const option = await getFirstOption(api, paymentId, buyer);
    const restore = setClock({ now: () => new Date(Date.now() + 6 * 60_000) });
    const path = `/v1/gateway/payment/${paymentId}/confirm`;
    const { body } = await api.gateway("POST", path, confirmBody(option.id, await signOption(option, buyer)));
    restore();
    expect(body.code).toBe("quote_expired");
  });
});

describe("a confirm is accepted", () => {
  test("with the data, which is kept once, however often it is repeated", async () => {
    const option = await getFirstOption(api, paymentId, buyer);
    const collectedData = { fields: listed(fields) };
    const body = { ...confirmBody(option.id, await signOption(option, buyer)), collectedData };
    const path = `/v1/gateway/payment/${paymentId}/confirm`;
    const answers = await Promise.all([1, 2, 3].map(() => api.gateway("POST", path, body)));
    expect(answers.map(({ status }) => status)).toEqual([200, 200, 200]);
    expect(await said()).toEqual([ada]);
    ({ paymentId } = await api.createPayment());
    expect((await offer(onBase(buyer))).collectData).toBeNull();
    expect((await confirm()).status).toBe(200);
  });

  test("without the data after the form", async () => {
    await submitBuyerDataForm(paymentId, { accounts: [onBase(buyer)], data: ada }, rateSource());
    expect((await confirm()).status).toBe(200);
  });

  test("with data that was not asked for, which is not stored", async () => {
    await setBuyerDataPolicy(scopeOf(partner), { kind: "off" }, rateSource());
    expect((await confirm({ fullName: "" })).status).toBe(200);
    expect(await said()).toEqual([]);
  });

  test("from a wallet on the published Pay SDK with a form of its own", async () => {
    await till.startWorker();
    const sdk = await createPayClient({ baseUrl: till.baseUrl, appId: partner.appId });
    const { collectData, options } = await sdk.getPaymentOptions({ paymentLink: paymentId, accounts: [onBase(buyer)] });
    expect(options[0]?.collectData).toEqual(collectData);
    expect(collectData?.fields.map(({ fieldType }) => fieldType)).toEqual(formFields.map(({ type }) => type));
    expect(JSON.parse(collectData?.schema ?? "")).toEqual(formSchema);
    const option = await getFirstOption(api, paymentId, buyer);
    const signed = { paymentId, optionId: option.id, signatures: [await signOption(option, buyer)] };
    await expect(sdk.confirmPayment(signed)).rejects.toThrow();
    const confirmed = await sdk.confirmPayment({ ...signed, collectedData: listed(fields) });
    expect(confirmed.status).toBe("succeeded");
    expect(await said()).toEqual([ada]);
  });
});
