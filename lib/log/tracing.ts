import { createHash } from "node:crypto";
import { setTimeout as pause } from "node:timers/promises";
import { type Attributes, ROOT_CONTEXT, SpanStatusCode, TraceFlags, type Tracer, trace } from "@opentelemetry/api";
import { processSingleton } from "#lib/core/process-singleton.ts";
import { env } from "#lib/env/env.ts";

/** A collector that hangs must not use up the time that a process has to stop. */
const stopTimeoutMs = 2_000;

type Ids = { traceId: string; spanId: string };

/** Sends the spans of this process. */
type Tracing = {
  tracer: Tracer;
  /** Creates spans with these ids from now on, or with random ones. Reset it in the same turn of the event loop. */
  setIds(ids: Ids | null): void;
  stop(): Promise<void>;
};

const holder = processSingleton("tracing", () => ({ current: null as Tracing | null }));

/** Starts sending spans to `OTEL_EXPORTER_OTLP_ENDPOINT`, if it is set. Nothing of OpenTelemetry's SDK is loaded otherwise. */
export async function startTracing(service: "till-web" | "till-worker"): Promise<void> {
  if (env().OTEL_EXPORTER_OTLP_ENDPOINT === undefined || holder().current !== null) return;
  const [{ BasicTracerProvider, BatchSpanProcessor, RandomIdGenerator }, { OTLPTraceExporter }, resources] =
    await Promise.all([
      import("@opentelemetry/sdk-trace-base"),
      import("@opentelemetry/exporter-trace-otlp-http"),
      import("@opentelemetry/resources"),
    ]);
  const random = new RandomIdGenerator();
  let next: Ids | null = null;
  const provider = new BasicTracerProvider({
    resource: resources.defaultResource().merge(resources.resourceFromAttributes({ "service.name": service })),
    idGenerator: {
      generateTraceId: () => next?.traceId ?? random.generateTraceId(),
      generateSpanId: () => next?.spanId ?? random.generateSpanId(),
    },
    // The exporter reads the endpoint from the environment, and drops spans that it can't send.
    spanProcessors: [new BatchSpanProcessor(new OTLPTraceExporter())],
  });
  holder().current = {
    tracer: provider.getTracer("till"),
    setIds(ids) {
      next = ids;
    },
    stop: () => provider.shutdown(),
  };
}

/** Sends the remaining spans, within two seconds. Never throws. */
export async function stopTracing(): Promise<void> {
  const { current } = holder();
  holder().current = null;
  if (current === null) return;
  const late = pause(stopTimeoutMs, undefined, { ref: false });
  await Promise.race([current.stop().catch(() => undefined), late]);
}

export function isTracing(): boolean {
  return holder().current !== null;
}

/**
 * The ids of a payment's trace and of its root span. They follow from the payment's id, so that every process knows them without
 * passing anything on.
 */
export function traceIdsOf(paymentId: string): Ids {
  const digest = createHash("sha256").update(`till:${paymentId}`).digest("hex");
  return { traceId: digest.slice(0, 32), spanId: digest.slice(32, 48) };
}

const contextOf = (paymentId: string) =>
  trace.setSpanContext(ROOT_CONTEXT, { ...traceIdsOf(paymentId), traceFlags: TraceFlags.SAMPLED, isRemote: true });

/** Runs work as a span of a payment's trace. Without tracing it only runs the work. */
export async function tracePayment<T>(paymentId: string, name: string, work: () => Promise<T>): Promise<T> {
  const { current } = holder();
  if (current === null) return work();
  const span = current.tracer.startSpan(name, {}, contextOf(paymentId));
  try {
    return await work();
  } catch (error) {
    // The message may hold what a buyer sent.
    span.setStatus({ code: SpanStatusCode.ERROR, message: error instanceof Error ? error.name : "error" });
    throw error;
  } finally {
    span.end();
  }
}

/** A span whose times are known. */
export type KnownSpan = { name: string; start: Date; end: Date; attributes?: Attributes; isFailed?: boolean };

/** Reports spans of a payment that has ended: its root span, and its parts. */
export function reportPaymentSpans(paymentId: string, root: KnownSpan, parts: readonly KnownSpan[]): void {
  const { current } = holder();
  if (current === null) return;
  const report = ({ name, start, end, attributes = {}, isFailed }: KnownSpan, isRoot: boolean) => {
    if (isRoot) current.setIds(traceIdsOf(paymentId));
    const options = { startTime: start, attributes, root: isRoot };
    const span = current.tracer.startSpan(name, options, isRoot ? ROOT_CONTEXT : contextOf(paymentId));
    current.setIds(null);
    if (isFailed) span.setStatus({ code: SpanStatusCode.ERROR });
    span.end(end);
  };
  report(root, true);
  for (const part of parts) report(part, false);
}
