import { once } from "node:events";
import type { AddressInfo } from "node:net";
import { SMTPServer } from "smtp-server";

export type Received = {
  /** The recipients and the sender of the envelope. */
  to: readonly string[];
  from: string;
  /** As it went over the wire: headers and body, encoded. */
  raw: string;
  /** The plain text, decoded. */
  text: string;
  html: string;
  subject: string;
};

export type MailServer = {
  readonly url: string;
  /** Refuses this many messages from now on, with a temporary error (451). */
  refuse(count: number): void;
  /** Refuses an address permanently (550); none by null. */
  refuseAddress(address: string | null): void;
  stop(): Promise<void>;
};

/** A mail server on this machine, without TLS, that hands every message to `onMessage`. */
export async function startMailServer(onMessage: (message: Received) => void | Promise<void>): Promise<MailServer> {
  let refusals = 0;
  let refused: string | null = null;
  const server = new SMTPServer({
    authOptional: true,
    disabledCommands: ["STARTTLS", "AUTH"],
    disableReverseLookup: true,
    onRcptTo({ address }, _session, callback) {
      callback(address === refused ? Object.assign(new Error("No such user"), { responseCode: 550 }) : null);
    },
    onData(stream, session, callback) {
      const parts: Buffer[] = [];
      stream.on("data", (part: Buffer) => parts.push(part));
      stream.on("end", () => {
        if (refusals > 0) {
          refusals -= 1;
          return callback(Object.assign(new Error("Not now"), { responseCode: 451 }));
        }
        const { mailFrom, rcptTo } = session.envelope;
        const received = parse(Buffer.concat(parts).toString("utf8"));
        const from = mailFrom === false ? "" : mailFrom.address;
        void Promise.resolve(onMessage({ ...received, from, to: rcptTo.map(({ address }) => address) })).then(() =>
          callback(),
        );
      });
    },
  });
  server.on("error", () => undefined);
  const listening = server.listen(0, "127.0.0.1");
  await once(listening, "listening");
  const { port } = listening.address() as AddressInfo;
  return {
    url: `smtp://127.0.0.1:${port}`,
    refuse(count) {
      refusals = count;
    },
    refuseAddress(address) {
      refused = address;
    },
    stop: () => new Promise((resolve) => server.close(() => resolve())),
  };
}

/** Parses the MIME subset of our own messages: two alternatives and an image, in quoted-printable, base64 or unencoded. */
function parse(raw: string): Pick<Received, "raw" | "text" | "html" | "subject"> {
  // The HTML and its image are parts of a part.
  let parts = [raw];
  for (const [, boundary] of raw.matchAll(/boundary="([^"]+)"/g)) {
    parts = parts.flatMap((part) => part.split(`--${boundary}`));
  }
  const partOf = (type: string) => decode(parts.find((part) => part.includes(`Content-Type: ${type}`)) ?? "");
  const subject = /^Subject: (.*(?:\r\n[ \t].*)*)/m.exec(raw)?.[1] ?? "";
  return { raw, text: partOf("text/plain"), html: partOf("text/html"), subject };
}

function decode(part: string): string {
  const [head = "", ...rest] = part.split("\r\n\r\n");
  const body = rest.join("\r\n\r\n");
  if (/base64/i.test(head)) return Buffer.from(body, "base64").toString("utf8");
  if (!/quoted-printable/i.test(head)) return body;
  const bytes = body
    .replaceAll("=\r\n", "")
    .replaceAll(/=([0-9A-F]{2})/g, (_, hex) => String.fromCharCode(Number.parseInt(hex, 16)));
  return Buffer.from(bytes, "latin1").toString("utf8");
}
