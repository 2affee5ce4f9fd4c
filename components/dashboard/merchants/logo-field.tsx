"use client";

import { useQuery } from "@tanstack/react-query";
import { useEffect, useState } from "react";
import { logoVerdict } from "#components/dashboard/data/queries.ts";
import { LogoPicture } from "#components/dashboard/merchants/logo-picture.tsx";
import {
  judgeRules,
  judgeWithoutAsking,
  type LogoVerdict,
  type RuleState,
} from "#components/dashboard/merchants/logo-rules.ts";
import { MerchantLogo } from "#components/dashboard/merchants/merchant-logo.tsx";
import { TextField } from "#components/ui/field.tsx";
import { CheckIcon, CrossIcon, SpinnerIcon } from "#components/ui/icons.tsx";

const typingPauseMs = 600;

type LogoFieldProps = {
  name: string;
  value: string;
  /** The merchant's current URL, and the path of our copy of its logo. */
  saved: { url: string; logo: string } | null;
  error: string | undefined;
  onChange: (value: string) => void;
};

/** A field for a logo's URL that checks the logo rule by rule while the user types, with a preview. */
export function LogoField({ name, value, saved, error, onChange }: LogoFieldProps) {
  const url = useDebounced(value.trim(), typingPauseMs);
  const isSaved = saved !== null && saved.url === url;
  const isTyped = url !== "" && !isSaved;
  const ownVerdict = isTyped ? judgeWithoutAsking(url) : null;
  const asked = useQuery({ ...logoVerdict(url), enabled: isTyped && ownVerdict === null });
  const isChecking = url !== value.trim() || asked.isFetching;
  const verdict = isTyped && !isChecking ? (ownVerdict ?? asked.data ?? null) : null;
  const broken =
    verdict !== null && !verdict.isKept ? "This logo can't be used. See the requirements below." : undefined;
  return (
    <div className="space-y-3">
      <TextField
        label="Logo URL"
        hint="Optional. We fetch it once and show buyers our copy until you change the URL."
        type="url"
        inputMode="url"
        placeholder="https://"
        maxLength={2048}
        autoComplete="off"
        spellCheck={false}
        value={value}
        error={error ?? broken ?? (isTyped ? asked.error?.message : undefined)}
        onChange={({ target }) => onChange(target.value)}
      />
      <div className="grid grid-cols-[minmax(0,1fr)] gap-4 rounded-xl bg-sunken p-4 sm:grid-cols-[auto_1fr] sm:gap-6">
        <Preview name={name} verdict={verdict} savedLogo={isSaved ? saved.logo : null} />
        {isSaved ? (
          <p className="text-sm text-ink-muted">Buyers currently see this copy.</p>
        ) : (
          <Rules rules={judgeRules(verdict)} isChecking={isChecking && value.trim() !== ""} />
        )}
      </div>
    </div>
  );
}

type PreviewProps = { name: string; verdict: LogoVerdict | null; savedLogo: string | null };

/** A preview of the checkout's header, at its size. */
function Preview({ name, verdict, savedLogo }: PreviewProps) {
  const shape = "size-11 rounded-xl";
  return (
    <div className="w-full self-start rounded-xl border border-line bg-surface p-4 sm:w-48">
      <div className="flex items-center gap-3">
        {verdict?.isKept ? (
          <LogoPicture base64={verdict.thumbnail} className={`shrink-0 ${shape}`} />
        ) : (
          <MerchantLogo name={name.trim() || "?"} logo={savedLogo} className={`text-lg ${shape}`} />
        )}
        <div className="min-w-0 text-sm">
          <p className="text-ink-muted">Payment to</p>
          <p className="truncate font-semibold">{name.trim() || "Name"}</p>
        </div>
      </div>
      <p className="mt-3 text-xs text-ink-muted">What buyers see</p>
    </div>
  );
}

const marks = {
  kept: { Icon: CheckIcon, look: "text-accent", word: "met" },
  broken: { Icon: CrossIcon, look: "text-critical", word: "not met" },
  open: { Icon: null, look: "text-ink-muted", word: "not checked yet" },
};

function Rules({ rules, isChecking }: { rules: readonly RuleState[]; isChecking: boolean }) {
  return (
    <div className="space-y-2 text-sm">
      <p role="status" className="flex items-center gap-2 font-medium">
        {isChecking && <SpinnerIcon className="size-4" />}
        {summaryOf(rules, isChecking)}
      </p>
      <ul className="space-y-1">
        {rules.map(({ rule, text, state, found }) => {
          const { Icon, look, word } = marks[state];
          return (
            <li key={rule} className={`flex gap-2 ${look}`}>
              <span className="grid h-5 w-4 shrink-0 place-items-center">
                {Icon === null ? (
                  <span aria-hidden="true" className="size-1.5 rounded-full bg-line-strong" />
                ) : (
                  <Icon className="size-4" />
                )}
              </span>
              <span>
                {text}
                <span className="sr-only">: {word}</span>
                {found !== null && <span className="block font-medium first-letter:uppercase">{found}.</span>}
              </span>
            </li>
          );
        })}
      </ul>
    </div>
  );
}

function summaryOf(rules: readonly RuleState[], isChecking: boolean): string {
  if (isChecking) return "Checking…";
  if (rules.every(({ state }) => state === "kept")) return "This logo meets every requirement.";
  return rules.some(({ state }) => state === "broken") ? "This logo can't be used." : "Logo requirements";
}

/** Debounces a value: returns the latest one after a pause. */
function useDebounced<T>(value: T, pauseMs: number): T {
  const [debounced, setDebounced] = useState(value);
  useEffect(() => {
    const timer = setTimeout(() => setDebounced(value), pauseMs);
    return () => clearTimeout(timer);
  }, [value, pauseMs]);
  return debounced;
}
