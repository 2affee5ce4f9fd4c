// The package ships without types; this declares what the test uses.
declare module "oidc-provider" {
  import type { Server } from "node:http";

  type Account = { accountId: string; claims(): Record<string, unknown> };
  type Configuration = {
    clients: readonly Record<string, unknown>[];
    claims: Record<string, readonly string[]>;
    cookies: { keys: readonly string[] };
    findAccount(context: unknown, id: string): Promise<Account>;
  };

  export class Provider {
    constructor(issuer: string, configuration: Configuration);
    listen(port: number, host: string, ready: () => void): Server;
  }
}
