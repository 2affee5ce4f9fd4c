import type { z } from "zod";
import {
  createdAt,
  destination,
  merchantId,
  settlementId,
  usdc,
  usdcOnBase,
} from "#lib/api/openapi/examples/samples.ts";
import type { Example } from "#lib/api/operation.ts";
import type {
  createdMerchant,
  cryptoSettlement,
  deleted,
  fetchedMerchant,
  heldMoney,
  heldPayout,
  merchantList,
  merchantRecord,
  registeredSettlements,
  settlements,
} from "#lib/api/schemas/merchant.ts";

type Examples<Schema extends z.ZodType> = readonly Example<z.output<Schema>>[];

const params = { merchantId };
const entryParams = { merchantId, id: settlementId };
const iconUrl = "https://corner.example/logo-1024.png";
const entry = { id: settlementId, live: true, asset: usdcOnBase, destination };
const all: z.output<typeof settlements> = { live: true, crypto: [entry], fiat: [] };
type Record = z.output<typeof merchantRecord>;
const details: Record["merchant"] = {
  id: merchantId,
  live: true,
  name: "Corner Shop",
  email: "owner@corner.example",
  iconUrl,
  status: "active",
  onlySettleableTokens: false,
  sendsReceipts: true,
  acceptsTransfers: false,
  supportContact: "help@corner.example",
  brandColor: "#0a5c8a",
  createdAt,
  updatedAt: createdAt,
};

function flat({ name: merchantName, email: merchantEmail, ...rest }: Record["merchant"]) {
  return { ...rest, merchantName, merchantEmail };
}

/** The merchant of all examples. */
export const record: Record = { ...flat(details), merchant: details };
const renamed: Record["merchant"] = {
  ...details,
  name: "Corner Shop & Sons",
  iconUrl: null,
  updatedAt: "2026-11-20T10:02:41.000Z",
};

export const createMerchantExamples: Examples<typeof createdMerchant> = [
  {
    name: "With a logo",
    body: {
      merchantName: "Corner Shop",
      merchantEmail: "owner@corner.example",
      iconUrl,
      sendsReceipts: true,
      supportContact: "help@corner.example",
      brandColor: "#0a5c8a",
    },
    response: { ...record, merchantId },
  },
];

export const listMerchantsExamples: Examples<typeof merchantList> = [
  {
    name: "Active merchants named corner",
    query: { status: "active", search: "corner" },
    response: { data: [flat(details)], merchants: [details], nextCursor: null, totalCount: 1 },
  },
];

export const fetchMerchantExamples: Examples<typeof fetchedMerchant> = [
  { name: "With its settlements", params, response: { ...record, settlements: all } },
];

export const updateMerchantExamples: Examples<typeof merchantRecord> = [
  {
    name: "New name, logo removed",
    params,
    body: { merchantName: "Corner Shop & Sons", iconUrl: null },
    response: { ...flat(renamed), merchant: renamed },
  },
];

export const deleteMerchantExamples: Examples<typeof deleted> = [
  { name: "Deleted", params, response: { id: merchantId, live: true, deleted: true } },
];

export const listSettlementsExamples: Examples<typeof settlements> = [
  { name: "One destination", params, response: all },
];

export const registerSettlementsExamples: Examples<typeof registeredSettlements> = [
  {
    name: "USDC on Base",
    params,
    body: { settlements: [{ asset: usdcOnBase, destination }] },
    response: {
      live: true,
      settlements: [entry],
      held: [{ asset: usdcOnBase, amount: usdc("74100000"), payments: 3 }],
    },
  },
];

const elsewhere = "eip155:8453:0x90F79bf6EB2c4f870365E785982E1f101E93b906";

export const changeSettlementExamples: Examples<typeof cryptoSettlement> = [
  {
    name: "New destination",
    params: entryParams,
    body: { destination: elsewhere },
    response: { ...entry, destination: elsewhere },
  },
];

export const deleteSettlementExamples: Examples<typeof deleted> = [
  { name: "Deleted", params: entryParams, response: { id: settlementId, live: true, deleted: true } },
];

const ordered = { id: "bulk_01KAGE2C4D6F8G0H1J3K5M7N9P", live: true, asset: usdcOnBase, destination, payments: 3 };

export const payOutHeldExamples: Examples<typeof heldPayout> = [
  {
    name: "Everything in USDC on Base",
    params,
    body: { asset: usdcOnBase },
    response: { ...ordered, amount: usdc("74100000"), opened: 0, status: "running", reason: null, createdAt },
  },
];

export const listHeldExamples: Examples<typeof heldMoney> = [
  {
    name: "Being paid out",
    params,
    response: {
      live: true,
      held: [
        {
          asset: usdcOnBase,
          amount: usdc("24700000"),
          payments: 1,
          destination,
          isPayable: true,
          lastPayout: { ...ordered, opened: 2, status: "running", reason: null, createdAt },
        },
      ],
    },
  },
];
