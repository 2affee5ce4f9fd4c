/** Where the parts of one installation on this machine are. */
export type Installation = {
  databaseUrl: string;
  publicUrl: string;
  port: number;
  chains: readonly { chainId: number; rpcUrl: string }[];
  relayerPrivateKey: string;
  confirmations: number;
};

/** The environment of a server or worker process of a local installation. */
export function serviceEnv(installation: Installation): Record<string, string> {
  const { databaseUrl, publicUrl, port, chains, relayerPrivateKey, confirmations } = installation;
  return {
    DATABASE_URL: databaseUrl,
    PUBLIC_URL: publicUrl,
    HOST: "127.0.0.1",
    PORT: String(port),
    RELAYER_PRIVATE_KEY: relayerPrivateKey,
    LOG_LEVEL: "warn",
    NEXT_TELEMETRY_DISABLED: "1",
    ...handedOn(),
    ...Object.fromEntries(chains.map(({ chainId, rpcUrl }) => [`RPC_URLS_${chainId}`, rpcUrl])),
    ...Object.fromEntries(chains.map(({ chainId }) => [`CONFIRMATIONS_${chainId}`, String(confirmations)])),
  };
}

/** The limits may be set from outside: a benchmark wants none to be reached, a curious person wants to reach one. */
function handedOn(): Record<string, string> {
  const names = ["RATE_LIMIT_PER_KEY", "RATE_LIMIT_PER_APP", "RATE_LIMIT_PER_ADDRESS", "REDIS_URL"];
  return Object.fromEntries(names.flatMap((name) => (process.env[name] ? [[name, process.env[name]]] : [])));
}
