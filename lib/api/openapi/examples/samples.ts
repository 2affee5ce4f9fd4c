import type { WireAmount } from "#lib/api/schemas/amount.ts";

// All examples show the same payment: 24.90 USD, paid in USDC on Base.

export const paymentId = "pay_01KAGBZ8QH4T7V2N9M5X3C6D1E";
export const merchantId = "mrch_01KAG9W3ZC8R5T2Y7N4M6P1Q0S";
export const settlementId = "crypto_01KAG9XK7M2N5P8Q1R4S6T9V0W";
export const optionId = "opt_01KAGC0D5B8F1G4H7J0K3M6N9P";
export const gatewayUrl = `https://pay.example.com/pay/${paymentId}`;

export const createdAt = "2026-11-20T09:30:00.000Z";
/** 15 minutes after creation. */
export const expiresAt = 1_795_167_900;

export const usdcOnBase = "eip155:8453/erc20:0x833589fCD6eDb6E08f4c7C32D4f71b54bdA02913";
export const buyerAddress = "0x70997970C51812dc3A010C7d01b50e0d17dc79C8";
export const buyerAccount = `eip155:8453:${buyerAddress}`;
export const destination = "eip155:8453:0x3C44CdDdB6a900fa2b585dd299e03d12FA4293BC";
export const collectHash = "0x8f3b6c1d9e2a47f05b8c7d6e3f1a2b4c5d6e7f8091a2b3c4d5e6f708192a3b4c";

/** An amount of US dollars in cents. */
export function usd(value: string): WireAmount {
  return { unit: "iso4217/USD", value, display: { assetSymbol: "USD", assetName: "US Dollar", decimals: 2 } };
}

/** An amount of USDC on Base in millionths. */
export function usdc(value: string): WireAmount {
  const display = {
    assetSymbol: "USDC",
    assetName: "USD Coin",
    decimals: 6,
    networkName: "Base",
    iconUrl: "https://pay.example.com/icons/tokens/usdc.svg",
    networkIconUrl: "https://pay.example.com/icons/networks/8453.svg",
  };
  return { unit: `caip19/${usdcOnBase}`, value, display };
}
