"use client";

import { lazy, Suspense, useEffect, useRef, useState } from "react";
import { Answer, AnswerStatus } from "#components/docs/console/answer.tsx";
import { AsCode } from "#components/docs/console/as-code.tsx";
import { BodyField } from "#components/docs/console/body-field.tsx";
import { CredentialFields } from "#components/docs/console/credential-fields.tsx";
import { useCredentials } from "#components/docs/console/credentials.ts";
import { type ConsoleRequest, keyOf, type Problems, prepareRequest } from "#components/docs/console/prepare-request.ts";
import { Question } from "#components/docs/console/question.tsx";
import { type ConsoleAnswer, sendAsMember, sendWithKey } from "#components/docs/console/send-request.ts";
import { idsFor, type Sender, useSender, withOwnIds } from "#components/docs/console/sender.ts";
import { here, SenderField } from "#components/docs/console/sender-field.tsx";
import { ActionButton } from "#components/ui/action-button.tsx";
import { TextField } from "#components/ui/field.tsx";
import { CrossIcon } from "#components/ui/icons.tsx";
import { Problem } from "#components/ui/problem.tsx";
import { TextLink } from "#components/ui/text-link.tsx";
import type { ConsoleDoc } from "#lib/api/schemas/reference.ts";
import type { ConsoleSession } from "#lib/dashboard/rpc/contract.ts";

type Sending =
  | { state: "idle" | "asking" | "sending" | "proving" | "unreachable" }
  | { state: "refused"; status: number; message: string }
  | { state: "answered"; answer: ConsoleAnswer };

export type ConsoleProps = {
  doc: ConsoleDoc;
  /** The signed-in reader; null for a visitor. */
  session: ConsoleSession | null;
  /** The operation's title. */
  summary: string;
  onClose: () => void;
};

const Prove = lazy(async () => ({ default: (await import("#components/docs/console/prove.tsx")).Prove }));

const sendWords: Readonly<Record<Sender, string>> = {
  test: "Send test request",
  live: "Send live request",
  key: "Send request",
};

/** Sends an operation's request to this installation, as the signed-in member or with the reader's own key, and shows the response. */
export function Console({ doc: described, session, summary, onClose }: ConsoleProps) {
  const { id, method, path, asksFirst } = described;
  const typedCredentials = useCredentials();
  const sender = useSender(session);
  const ids = idsFor(session, sender, typedCredentials["Api-Key"] ?? "");
  const doc = docFor(withOwnIds(described, ids), sender);
  const { fields, bodies } = doc;
  const [typed, setTyped] = useState(() => withNewKey(doc, {}));
  const [typedBody, setTypedBody] = useState<string>();
  const [example, setExample] = useState(0);
  const values = Object.fromEntries(fields.map((field) => [keyOf(field), typed[keyOf(field)] ?? field.value]));
  const body = typedBody ?? bodies?.[example]?.text ?? "";
  const needsMerchant = doc.credentials.some(({ name, isOptional }) => name === "Merchant-Id" && !isOptional);
  const credentials = {
    ...(needsMerchant && ids !== null && ids.merchantId !== null ? { "Merchant-Id": ids.merchantId } : {}),
    ...typedCredentials,
  };
  const [problems, setProblems] = useState<Problems>({});
  const [sending, setSending] = useState<Sending>({ state: "idle" });
  const abort = useRef<AbortController>(undefined);
  const root = useRef<HTMLElement>(null);
  useEffect(() => {
    root.current?.querySelector<HTMLElement>("input, select")?.focus();
    return () => abort.current?.abort();
  }, []);
  const sendRow = useRef<HTMLDivElement>(null);
  const wasAsking = useRef(false);
  useEffect(() => {
    // The pressed button of the question is gone, and its focus with it.
    if (wasAsking.current && sending.state !== "asking") sendRow.current?.querySelector("button")?.focus();
    wasAsking.current = sending.state === "asking";
  }, [sending.state]);

  const prepare = (): ConsoleRequest | null => {
    const request = prepareRequest(doc, { fields: values, credentials, body });
    setProblems("problems" in request ? request.problems : {});
    return "problems" in request ? null : request;
  };
  const send = async (isConfirmed: boolean) => {
    const request = prepare();
    if (request === null) return setSending({ state: "idle" });
    if (asksFirst && !isConfirmed) return setSending({ state: "asking" });
    const controller = new AbortController();
    abort.current = controller;
    setSending({ state: "sending" });
    try {
      const { signal } = controller;
      const answer =
        sender === "key" || session === null
          ? await sendWithKey(method, request, signal)
          : await sendAsMember(method, request, { userId: session.userId, mode: sender }, signal);
      if ("refusedStatus" in answer) {
        return setSending({ state: "refused", status: answer.refusedStatus, message: answer.message });
      }
      if (answer.needsProof) return setSending({ state: "proving" });
      setSending({ state: "answered", answer });
      // The next press is another request. After a failure, the same key makes the retry safe.
      if (answer.status < 300) setTyped((former) => withNewKey(doc, former));
    } catch {
      setSending({ state: controller.signal.aborted ? "idle" : "unreachable" });
    }
  };

  return (
    <section
      ref={root}
      aria-label={`Try it: ${summary}`}
      className="space-y-4 rounded-lg border border-line-strong bg-surface p-4 sm:p-5"
    >
      <div className="flex items-center justify-between gap-3">
        <h3 className="font-semibold">Try it</h3>
        <button
          type="button"
          onClick={onClose}
          className="-m-2 inline-flex size-10 items-center justify-center rounded-lg text-ink-muted hover:bg-sunken hover:text-ink pointer-coarse:size-11"
        >
          <CrossIcon />
          <span className="sr-only">Close the console</span>
        </button>
      </div>
      <SenderField session={session} value={sender} />
      <CredentialFields doc={doc} values={credentials} problems={problems} />
      {fields.map((field) => (
        <TextField
          key={keyOf(field)}
          label={
            <>
              <code className="font-mono">{field.name}</code>
              <span className="font-normal text-ink-muted">
                {" "}
                {field.isRequired ? field.place : `${field.place}, optional`}
              </span>
            </>
          }
          value={values[keyOf(field)] ?? ""}
          onChange={({ target }) => setTyped((former) => ({ ...former, [keyOf(field)]: target.value }))}
          error={problems[keyOf(field)]}
          autoComplete="off"
          spellCheck={false}
          className="font-mono"
        />
      ))}
      {bodies !== null && (
        <BodyField
          bodies={bodies}
          value={body}
          onChange={setTypedBody}
          onExample={(index) => {
            setExample(index);
            setTypedBody(undefined);
          }}
          problem={problems.body}
        />
      )}
      {sending.state === "asking" ? (
        <Question
          method={method}
          path={path}
          isTest={sender === "test"}
          onSend={() => void send(true)}
          onCancel={() => setSending({ state: "idle" })}
        />
      ) : (
        <div ref={sendRow} className="flex flex-wrap gap-3">
          <ActionButton
            look={sender === "live" ? "critical" : "primary"}
            isBusy={sending.state === "sending"}
            onClick={() => void send(false)}
          >
            {sendWords[sender]}
          </ActionButton>
          {sending.state === "sending" && <ActionButton onClick={() => abort.current?.abort()}>Cancel</ActionButton>}
        </div>
      )}
      <AsCode
        id={id}
        method={method}
        prepare={prepare}
        madeOf={JSON.stringify([sender, credentials["Merchant-Id"], withoutKey(values), body])}
      />
      {Object.keys(problems).length > 0 && <Problem>The request wasn't sent. Correct the marked fields.</Problem>}
      {sending.state === "unreachable" && (
        <Problem>The server can't be reached. Check your connection and send the request again.</Problem>
      )}
      {sending.state === "refused" && <Refusal status={sending.status} message={sending.message} />}
      {sending.state === "proving" && session !== null && (
        <Suspense>
          <Prove
            userId={session.userId}
            onProved={() => void send(true)}
            onClose={() => setSending({ state: "idle" })}
          />
        </Suspense>
      )}
      <p role="status" className="flex flex-wrap items-baseline gap-x-4 text-sm empty:hidden">
        {sending.state === "answered" && <AnswerStatus answer={sending.answer} />}
      </p>
      {sending.state === "answered" && (
        <Answer answer={sending.answer} credentials={credentials} isOfMember={sender !== "key"} />
      )}
    </section>
  );
}

/** The refusal of a request with the session, which didn't reach the API. */
function Refusal({ status, message }: { status: number; message: string }) {
  return (
    <>
      <Problem>{message}</Problem>
      {status === 401 && (
        <p className="text-sm">
          <TextLink href={`/sign-in?next=${here()}`}>Sign in</TextLink>
        </p>
      )}
    </>
  );
}

/** A member's session takes the place of the key and the App-Id. */
function docFor(doc: ConsoleDoc, sender: Sender): ConsoleDoc {
  if (sender === "key") return doc;
  return { ...doc, credentials: doc.credentials.filter(({ name }) => name === "Merchant-Id") };
}

const idempotencyKey = keyOf({ place: "header", name: "Idempotency-Key" });

/** Gives an operation that takes an Idempotency-Key a new one. */
function withNewKey({ fields }: ConsoleDoc, values: Record<string, string>): Record<string, string> {
  if (!fields.some((field) => keyOf(field) === idempotencyKey)) return values;
  // crypto.randomUUID needs HTTPS, which a server on the local network may not have.
  const bytes = crypto.getRandomValues(new Uint8Array(16));
  return { ...values, [idempotencyKey]: Array.from(bytes, (byte) => byte.toString(16).padStart(2, "0")).join("") };
}

/** The code has another Idempotency-Key for each run. */
function withoutKey(values: Readonly<Record<string, string>>): Record<string, string> {
  return { ...values, [idempotencyKey]: values[idempotencyKey] === "" ? "" : "…" };
}
