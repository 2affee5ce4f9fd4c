"use client";

import { createContext, type ReactNode, useContext, useMemo } from "react";
import { type FormMessages, type FormSay, formSpeaker } from "#components/collect/messages/form-messages.ts";

const Spoken = createContext<FormSay | null>(null);

/** Gives the form the words of one language, which the server chose. */
export function FormLanguage({ messages, children }: { messages: FormMessages; children: ReactNode }) {
  const say = useMemo(() => formSpeaker(messages), [messages]);
  return <Spoken value={say}>{children}</Spoken>;
}

/** @throws Error outside of a {@link FormLanguage}. */
export function useSay(): FormSay {
  const say = useContext(Spoken);
  if (say === null) throw new Error("the form speaks no language here");
  return say;
}
