import { once } from "node:events";
import { isIP } from "node:net";
import { connect } from "node:tls";
import { z } from "zod";
import { clock } from "#lib/core/clock.ts";
import { type Finding, ok, problem, warning } from "#scripts/doctor/finding.ts";

type Found = Omit<Finding, "check">;

const timeoutMs = 8_000;
const hourMs = 3_600_000;
/** Certificates are renewed with a third of their time left. */
const lateRenewal = 0.2;
const expiresSoonMs = 48 * hourMs;

const readiness = z.object({
  status: z.enum(["ready", "unavailable"]),
  reasons: z.array(z.string()).default([]),
  degraded: z.array(z.string()).default([]),
});

/** Asks `PUBLIC_URL` whether a web process is ready, through the proxy, as clients do. */
export async function checkWeb(publicUrl: string): Promise<Found[]> {
  const url = `${publicUrl}/readyz`;
  let response: Response;
  try {
    response = await fetch(url, { redirect: "manual", signal: AbortSignal.timeout(timeoutMs) });
  } catch (error) {
    const todo = "Start the web processes and the proxy, and check DNS and the certificate.";
    return [problem(`no web process answers at PUBLIC_URL: ${reasonOf(error)}`, todo)];
  }
  const parsed = readiness.safeParse(await response.json().catch(() => null));
  if (!parsed.success) {
    const text = `/readyz of PUBLIC_URL answers with status ${response.status}, and not as Till does`;
    return [problem(text, "Start the web processes. The proxy must pass /readyz on, and PUBLIC_URL must lead to it.")];
  }
  const { status, reasons, degraded } = parsed.data;
  const todo = "See the log of the web process.";
  return [
    ...(status === "ready" ? [ok("a web process is ready at PUBLIC_URL")] : []),
    ...reasons.map((reason) => problem(`the web process isn't ready: ${reason}`, todo)),
    ...degraded.map((reason) => warning(reason, todo)),
  ];
}

/** Reads the certificate of `PUBLIC_URL`, valid or not, and judges the time that it has left. Empty for http. */
export async function checkCertificate(publicUrl: string): Promise<Found[]> {
  const { protocol, hostname, port } = new URL(publicUrl);
  if (protocol !== "https:") return [];
  const host = hostname.replace(/^\[(.*)\]$/, "$1");
  const socket = connect({
    host,
    port: Number(port || 443),
    timeout: timeoutMs,
    ...(isIP(host) === 0 ? { servername: host } : {}),
    // checkWeb's request has verified it, or says why it can't. An expired one is read here too.
    rejectUnauthorized: false,
  });
  try {
    await Promise.race([
      once(socket, "secureConnect"),
      once(socket, "timeout").then(() => {
        throw new Error("no answer");
      }),
    ]);
    const { valid_from: from, valid_to: to } = socket.getPeerCertificate();
    const leftMs = Date.parse(to) - clock.now().getTime();
    const days = (leftMs / (24 * hourMs)).toFixed(1);
    const todo = "Check why the proxy doesn't renew it.";
    if (leftMs <= 0) return [problem(`the certificate of ${host} expired on ${to}`, todo)];
    const isLate = leftMs < lateRenewal * (Date.parse(to) - Date.parse(from));
    if (isLate && leftMs < expiresSoonMs) return [problem(`the certificate of ${host} expires in ${days} days`, todo)];
    if (isLate) return [warning(`the certificate of ${host} expires in ${days} days`, todo)];
    return [ok(`the certificate of ${host} is valid for ${days} days`)];
  } catch (error) {
    return [problem(`the certificate of ${host} can't be read: ${reasonOf(error)}`, "Check the proxy and DNS.")];
  } finally {
    socket.destroy();
  }
}

/** The cause of a failed fetch has the reason. */
function reasonOf(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  const { cause } = error;
  const code = cause instanceof Error && "code" in cause ? String(cause.code) : "";
  return code === "" ? error.message : code;
}
