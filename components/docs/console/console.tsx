"use client";

import { useEffect, useRef, useState } from "react";
import { Answer, AnswerStatus } from "#components/docs/console/answer.tsx";
import { setCredential, useCredentials } from "#components/docs/console/credentials.ts";
import { keyOf, type Problems, prepareRequest } from "#components/docs/console/prepare-request.ts";
import { type ConsoleAnswer, sendRequest } from "#components/docs/console/send-request.ts";
import { ActionButton } from "#components/ui/action-button.tsx";
import { controlClass, Field, SelectField, TextField } from "#components/ui/field.tsx";
import { CrossIcon } from "#components/ui/icons.tsx";
import { Problem } from "#components/ui/problem.tsx";
import type { ConsoleDoc } from "#lib/api/schemas/reference.ts";

type Sending = { state: "idle" | "asking" | "sending" | "unreachable" } | { state: "answered"; answer: ConsoleAnswer };

export type ConsoleProps = {
  doc: ConsoleDoc;
  /** The operation's title. */
  summary: string;
  onClose: () => void;
};

/** Sends an operation's request to this installation with the reader's own key, and shows the response. */
export function Console({ doc, summary, onClose }: ConsoleProps) {
  const { method, path, fields, bodies, asksFirst } = doc;
  const credentials = useCredentials();
  const [values, setValues] = useState(() => initialValues(doc));
  const [body, setBody] = useState(bodies?.[0]?.text ?? "");
  const [problems, setProblems] = useState<Problems>({});
  const [sending, setSending] = useState<Sending>({ state: "idle" });
  const abort = useRef<AbortController>(undefined);
  const root = useRef<HTMLElement>(null);
  useEffect(() => {
    root.current?.querySelector("input")?.focus();
    return () => abort.current?.abort();
  }, []);
  const sendRow = useRef<HTMLDivElement>(null);
  const wasAsking = useRef(false);
  useEffect(() => {
    // The pressed button of the question is gone, and its focus with it.
    if (wasAsking.current && sending.state !== "asking") sendRow.current?.querySelector("button")?.focus();
    wasAsking.current = sending.state === "asking";
  }, [sending.state]);

  const send = async (isConfirmed: boolean) => {
    const request = prepareRequest(doc, { fields: values, credentials, body });
    setProblems("problems" in request ? request.problems : {});
    if ("problems" in request) return setSending({ state: "idle" });
    if (asksFirst && !isConfirmed) return setSending({ state: "asking" });
    const controller = new AbortController();
    abort.current = controller;
    setSending({ state: "sending" });
    try {
      const answer = await sendRequest(method, request, controller.signal);
      setSending({ state: "answered", answer });
      // The next press is another request. After a failure, the same key makes the retry safe.
      if (answer.status < 300) setValues((former) => withNewKey(doc, former));
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
      <Credentials doc={doc} values={credentials} problems={problems} />
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
          onChange={({ target }) => setValues((former) => ({ ...former, [keyOf(field)]: target.value }))}
          error={problems[keyOf(field)]}
          autoComplete="off"
          spellCheck={false}
          className="font-mono"
        />
      ))}
      {bodies !== null && <Body bodies={bodies} value={body} onChange={setBody} problem={problems.body} />}
      {sending.state === "asking" ? (
        <Question
          method={method}
          path={path}
          onSend={() => void send(true)}
          onCancel={() => setSending({ state: "idle" })}
        />
      ) : (
        <div ref={sendRow} className="flex flex-wrap gap-3">
          <ActionButton look="primary" isBusy={sending.state === "sending"} onClick={() => void send(false)}>
            Send request
          </ActionButton>
          {sending.state === "sending" && <ActionButton onClick={() => abort.current?.abort()}>Cancel</ActionButton>}
        </div>
      )}
      {Object.keys(problems).length > 0 && <Problem>The request wasn't sent. Correct the marked fields.</Problem>}
      {sending.state === "unreachable" && (
        <Problem>The server can't be reached. Check your connection and send the request again.</Problem>
      )}
      <p role="status" className="flex flex-wrap items-baseline gap-x-4 text-sm empty:hidden">
        {sending.state === "answered" && <AnswerStatus answer={sending.answer} />}
      </p>
      {sending.state === "answered" && <Answer answer={sending.answer} credentials={credentials} />}
    </section>
  );
}

type CredentialsProps = { doc: ConsoleDoc; values: Readonly<Record<string, string>>; problems: Problems };

function Credentials({ doc, values, problems }: CredentialsProps) {
  return (
    <>
      {doc.credentials.map(({ name, isSecret, isOptional }) => (
        <TextField
          key={name}
          label={
            <>
              <code className="font-mono">{name}</code>
              {isOptional && <span className="font-normal text-ink-muted"> optional</span>}
            </>
          }
          type={isSecret ? "password" : "text"}
          // Set as a property: React would write a value into the HTML, where styles and extensions can read a key.
          ref={(input) => {
            if (input !== null) input.value = values[name] ?? "";
          }}
          onChange={({ target }) => setCredential(name, target.value)}
          error={problems[name]}
          hint={
            isSecret ? "Kept in this page's memory until you leave it. Requests act on your real account." : undefined
          }
          autoComplete="off"
          autoCapitalize="off"
          spellCheck={false}
          data-1p-ignore
          data-lpignore="true"
          className="font-mono"
        />
      ))}
    </>
  );
}

type BodyProps = {
  bodies: NonNullable<ConsoleDoc["bodies"]>;
  value: string;
  onChange: (text: string) => void;
  problem: string | undefined;
};

function Body({ bodies, value, onChange, problem }: BodyProps) {
  return (
    <>
      {bodies.length > 1 && (
        <SelectField label="Example" onChange={({ target }) => onChange(bodies[Number(target.value)]?.text ?? "")}>
          {bodies.map(({ name }, index) => (
            <option key={name} value={index}>
              {name}
            </option>
          ))}
        </SelectField>
      )}
      <Field label="Body" error={problem}>
        {(control) => (
          <textarea
            {...control}
            value={value}
            onChange={({ target }) => onChange(target.value)}
            rows={Math.min(16, value.split("\n").length + 1)}
            autoComplete="off"
            autoCapitalize="off"
            spellCheck={false}
            className={`${controlClass} font-mono text-[0.8125rem] leading-relaxed`}
          />
        )}
      </Field>
    </>
  );
}

type QuestionProps = { method: string; path: string; onSend: () => void; onCancel: () => void };

/** Asks before a request that deletes something or moves money. */
function Question({ method, path, onSend, onCancel }: QuestionProps) {
  const root = useRef<HTMLDivElement>(null);
  useEffect(() => root.current?.querySelector("button")?.focus(), []);
  return (
    <div ref={root} role="alert" className="space-y-3 rounded-lg bg-critical-wash p-4 text-sm">
      <p className="text-pretty">
        This changes your real account and may move money:{" "}
        <code className="font-mono break-words">
          {method} {path}
        </code>
      </p>
      <div className="flex flex-wrap gap-3">
        <ActionButton look="critical" onClick={onSend}>
          Send anyway
        </ActionButton>
        <ActionButton onClick={onCancel}>Don't send</ActionButton>
      </div>
    </div>
  );
}

function initialValues(doc: ConsoleDoc): Record<string, string> {
  return withNewKey(doc, Object.fromEntries(doc.fields.map((field) => [keyOf(field), field.value])));
}

/** Gives an operation that takes an Idempotency-Key a new one. */
function withNewKey({ fields }: ConsoleDoc, values: Record<string, string>): Record<string, string> {
  const field = fields.find(({ name }) => name === "Idempotency-Key");
  if (field === undefined) return values;
  // crypto.randomUUID needs HTTPS, which a server on the local network may not have.
  const bytes = crypto.getRandomValues(new Uint8Array(16));
  return { ...values, [keyOf(field)]: Array.from(bytes, (byte) => byte.toString(16).padStart(2, "0")).join("") };
}
