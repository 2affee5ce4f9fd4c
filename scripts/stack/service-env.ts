/** The settings of a local installation. */
export type Installation = {
  databaseUrl: string;
  publicUrl: string;
  port: number;
  chains: readonly { chainId: number; rpcUrl: string }[];
  relayerPrivateKey: string;
  confirmations: number;
  /** The file of the deposit addresses' terms. Without it, no payment takes transfers. */
  depositJournal?: string;
  /** The account of the checkout's demo wallet, which the chains' nodes sign for. */
  demoWalletAddress?: string;
};

/** The encryption key of local installations. Their data is fake, so it is no secret, like their chains' keys. */
const localDataKey = Buffer.from("till on this machine, no secret!").toString("base64");

/** Coins of local chains are worth next to nothing: minimum payments and gas budgets work, and stop no payment. */
const localCoinUsd = "0.01";

/** The environment of a server or worker process of a local installation. */
export function serviceEnv(installation: Installation): Record<string, string> {
  const { databaseUrl, publicUrl, port, chains, relayerPrivateKey, confirmations } = installation;
  const { demoWalletAddress, depositJournal } = installation;
  return {
    DATABASE_URL: databaseUrl,
    PUBLIC_URL: publicUrl,
    HOST: "127.0.0.1",
    PORT: String(port),
    RELAYER_PRIVATE_KEY: relayerPrivateKey,
    DATA_ENCRYPTION_KEY: localDataKey,
    AUTH_SECRET: localDataKey,
    // Local chains have no market: a fixed rate keeps prices in euros the same in every run.
    EUR_USD_RATE: "1.08",
    LOG_LEVEL: "warn",
    DRAIN_SECONDS: "0",
    SIGN_UP: "open",
    WEBHOOK_PRIVATE_HOSTS: "127.0.0.1,localhost",
    NEXT_TELEMETRY_DISABLED: "1",
    ...(depositJournal === undefined ? {} : { DEPOSIT_JOURNAL: depositJournal }),
    ...(demoWalletAddress === undefined ? {} : demoWallet(demoWalletAddress, chains)),
    ...passedThrough(),
    ...(process.env.SMTP_URL ? {} : { MAIL_TO_CONSOLE: "true" }),
    ...Object.fromEntries(chains.map(({ chainId, rpcUrl }) => [`RPC_URLS_${chainId}`, rpcUrl])),
    ...Object.fromEntries(chains.map(({ chainId }) => [`CONFIRMATIONS_${chainId}`, String(confirmations)])),
    ...Object.fromEntries(chains.map(({ chainId }) => [`NATIVE_PRICE_USD_${chainId}`, localCoinUsd])),
  };
}

function demoWallet(address: string, chains: Installation["chains"]): Record<string, string> {
  const nodes = chains.map(({ chainId, rpcUrl }) => `${chainId}=${rpcUrl}`).join(",");
  return { DEMO_WALLET_ADDRESS: address, DEMO_WALLET_RPC_URLS: nodes };
}

/**
 * Variables that are passed through from this process's environment: rate limits, for benchmarks and experiments, the
 * delivery of emails, the operator, a provider of sign-ins, and a WalletConnect project.
 */
function passedThrough(): Record<string, string> {
  const names = [
    "RATE_LIMIT_PER_KEY",
    "RATE_LIMIT_PER_APP",
    "RATE_LIMIT_PER_ADDRESS",
    "RATE_LIMIT_PAGES_PER_ADDRESS",
    "RATE_LIMIT_PER_MEMBER",
    "RATE_LIMIT_OPTIONS_PER_PAYMENT",
    "REDIS_URL",
    "SMTP_URL",
    "MAIL_FROM",
    "OPERATOR_NAME",
    "OPERATOR_IMPRINT_URL",
    "OPERATOR_SOURCE_URL",
    "OPERATOR_STATUS_URL",
    "AUTH_OIDC_ISSUER",
    "AUTH_OIDC_ID",
    "AUTH_OIDC_SECRET",
    "WALLETCONNECT_PROJECT_ID",
    "WALLETCONNECT_RELAY_URL",
  ];
  return Object.fromEntries(names.flatMap((name) => (process.env[name] ? [[name, process.env[name]]] : [])));
}
