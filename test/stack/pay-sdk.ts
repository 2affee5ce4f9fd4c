type PaySdk = typeof import("@walletconnect/pay");
type SdkOptions = ConstructorParameters<PaySdk["WalletConnectPay"]>[0];
export type PayClient = InstanceType<PaySdk["WalletConnectPay"]>;

/**
 * Creates a client of the Pay SDK that wallets ship, with only its `baseUrl` changed. The SDK reports every call to its
 * vendor's hosts; those reports are dropped here, and all other requests are sent.
 */
export async function createPayClient(options: SdkOptions): Promise<PayClient> {
  silenceTelemetry();
  const { WalletConnectPay } = await import("@walletconnect/pay");
  return new WalletConnectPay({ ...options, logger: "silent" });
}

let isSilent = false;

function silenceTelemetry(): void {
  if (isSilent) return;
  isSilent = true;
  const send = globalThis.fetch;
  globalThis.fetch = (input, init) => {
    const { url } = input instanceof Request ? input : { url: String(input) };
    if (!new URL(url).hostname.endsWith(".walletconnect.org")) return send(input, init);
    // The SDK's WebAssembly reads the response's URL and aborts when it is empty.
    return Promise.resolve(Object.defineProperty(Response.json({}), "url", { value: url }));
  };
}
