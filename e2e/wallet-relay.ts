import { once } from "node:events";
import type { AddressInfo } from "node:net";
import { type WebSocket, WebSocketServer } from "ws";

/** A JSON-RPC call of a client, by the relay's API (`irn_…`), or its acknowledgement of a message. */
type Call = { id: number | string; method?: string; params?: Readonly<Record<string, unknown>> };
/** A message that the relay keeps for the clients of its topic. The relay can't read it. */
type Message = { topic: string; message: string; attestation: string | undefined; publishedAt: number; tag: number };
type Client = { id: string; socket: WebSocket; topics: Set<string> };

/** The tags by which WalletConnect's protocol numbers its messages. */
export const tags = { proposal: 1100, sessionDelete: 1112, request: 1108 } as const;

/** A relay serves its clients, or it can't be reached, refuses the project, or accepts everything and answers nothing. */
type RelayMode = "serving" | "unreachable" | "refusing" | "silent";

export type WalletRelay = {
  url: string;
  setMode(mode: RelayMode): void;
  /** The messages that clients have published, in order. */
  published: Message[];
  /** Resolves once a message with this tag has been published. */
  whenPublished(tag: number): Promise<Message>;
  /** Forgets the messages of an earlier test, and serves again. */
  clear(): void;
  stop(): Promise<void>;
};

/**
 * Starts a relay of WalletConnect's protocol, to which the checkout and a wallet connect. It keeps messages
 * for clients that subscribe later, as the public one does.
 */
export async function startWalletRelay(): Promise<WalletRelay> {
  let mode: RelayMode = "serving";
  const server = new WebSocketServer({ host: "127.0.0.1", port: 0, verifyClient: () => mode !== "unreachable" });
  await once(server, "listening");
  const clients = new Set<Client>();
  const published: Message[] = [];
  /** The messages that each client has sent or received. */
  const known = new Map<string, Set<Message>>();
  const waiting = new Set<() => void>();
  let sent = 0;

  const knownBy = (id: string) => {
    const found = known.get(id) ?? new Set();
    known.set(id, found);
    return found;
  };
  const push = (client: Client, message: Message) => {
    if (!client.topics.has(message.topic) || knownBy(client.id).has(message)) return;
    knownBy(client.id).add(message);
    sent += 1;
    const { topic, message: text, attestation, publishedAt, tag } = message;
    const data = { topic, message: text, attestation, publishedAt, tag };
    const params = { id: subscriptionId(client, topic), data };
    client.socket.send(JSON.stringify({ id: sent, jsonrpc: "2.0", method: "irn_subscription", params }));
  };
  const publish = (from: Client, { topic, message, tag, attestation }: Readonly<Record<string, unknown>>) => {
    const added = {
      topic: String(topic),
      message: String(message),
      attestation: attestation as string | undefined,
      publishedAt: Date.now(),
      tag: Number(tag ?? 0),
    };
    published.push(added);
    knownBy(from.id).add(added);
    for (const client of clients) push(client, added);
    for (const wake of waiting) wake();
  };
  const subscribe = (client: Client, topics: readonly string[]) => {
    for (const topic of topics) client.topics.add(topic);
    return topics.map((topic) => subscriptionId(client, topic));
  };

  /** Performs a call. @returns its result. */
  const perform = (client: Client, method: string, params: Readonly<Record<string, unknown>>): unknown => {
    const topics = (params.topics ?? [params.topic]) as string[];
    switch (method) {
      case "irn_subscribe":
        return subscribe(client, topics)[0];
      case "irn_batchSubscribe":
        return subscribe(client, topics);
      case "irn_unsubscribe":
      case "irn_batchUnsubscribe":
        for (const topic of topics) client.topics.delete(topic);
        return true;
      case "irn_publish":
        publish(client, params);
        return true;
      case "irn_batchPublish":
        for (const each of params.messages as Record<string, unknown>[]) publish(client, each);
        return true;
      case "irn_fetchMessages":
      case "irn_batchFetchMessages":
        return { messages: published.filter(({ topic }) => topics.includes(topic)), hasMore: false };
      // Newer clients publish a proposal with its subscription, and an approval with both of its messages, in one call.
      case "wc_proposeSession":
        subscribe(client, [String(params.pairingTopic)]);
        publish(client, { ...params, topic: params.pairingTopic, message: params.sessionProposal, tag: tags.proposal });
        return true;
      case "wc_approveSession":
        subscribe(client, [String(params.sessionTopic)]);
        publish(client, { topic: params.pairingTopic, message: params.sessionProposalResponse, tag: 1101 });
        publish(client, { topic: params.sessionTopic, message: params.sessionSettlementRequest, tag: 1102 });
        return true;
      default:
        throw new Error(`the relay of the tests doesn't know ${method}`);
    }
  };

  server.on("connection", (socket, { url = "" }) => {
    // As the public relay does when it doesn't know the project.
    if (mode === "refusing") return socket.close(3000, "Unauthorized: Project not found");
    const client = { id: clientOf(url), socket, topics: new Set<string>() };
    clients.add(client);
    socket.on("close", () => clients.delete(client));
    socket.on("message", (text) => {
      const { id, method, params = {} } = JSON.parse(String(text)) as Call;
      if (method === undefined || mode === "silent") return;
      socket.send(JSON.stringify({ id, jsonrpc: "2.0", result: perform(client, method, params) }));
      if (/subscribe$|Session$/i.test(method)) for (const message of published) push(client, message);
    });
  });

  return {
    url: `ws://127.0.0.1:${(server.address() as AddressInfo).port}`,
    published,
    setMode(next) {
      mode = next;
    },
    clear() {
      mode = "serving";
      published.length = 0;
      known.clear();
    },
    async whenPublished(tag) {
      for (;;) {
        const found = published.find((message) => message.tag === tag);
        if (found !== undefined) return found;
        await new Promise<void>((resolve) => {
          const wake = () => {
            waiting.delete(wake);
            resolve();
          };
          waiting.add(wake);
        });
      }
    },
    async stop() {
      for (const { socket } of clients) socket.terminate();
      server.close();
      await once(server, "close");
    },
  };
}

const subscriptionId = ({ id }: Client, topic: string) => `${id}:${topic}`;

/** Returns a client's id, which it keeps across connections: the issuer of its token. */
function clientOf(url: string): string {
  const token = new URL(url, "ws://relay").searchParams.get("auth") ?? "";
  const claims = JSON.parse(Buffer.from(token.split(".")[1] ?? "", "base64url").toString()) as { iss: string };
  return claims.iss;
}
