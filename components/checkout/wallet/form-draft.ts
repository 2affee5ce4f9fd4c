import type { WireForm } from "#lib/api/schemas/gateway.ts";

/** What a buyer has typed into a form, by the ids of its fields. */
export type FormDraft = Readonly<Record<string, string>>;

/** As much of a field as the form takes. */
const longestText = 200;

/**
 * What stands in the form on one of our own pages, but for the boxes that accept something. Nothing where there is no
 * form, or the page is somebody else's.
 */
export function readDraft(page: Window | null, { fields }: WireForm): FormDraft {
  const form = formOn(page);
  if (form === null) return {};
  const typed = new FormData(form);
  const texts = fields.filter(({ type }) => type !== "checkbox").map(({ id }) => [id, typed.get(id)] as const);
  const isFilled = (text: FormDataEntryValue | null) => typeof text === "string" && text !== "";
  return Object.fromEntries(
    texts.filter(([, text]) => isFilled(text)).map(([id, text]) => [id, String(text).slice(0, longestText)]),
  );
}

/** The form's address with what is known already (SPEC, "Data-collection form exchange"); other parameters stay. */
export function withPrefill(address: string, draft: FormDraft): string {
  if (Object.keys(draft).length === 0) return address;
  const url = new URL(address);
  const base64 = btoa(String.fromCharCode(...new TextEncoder().encode(JSON.stringify(draft))));
  url.searchParams.set("prefill", base64.replaceAll("+", "-").replaceAll("/", "_").replaceAll("=", ""));
  return url.href;
}

function formOn(page: Window | null): HTMLFormElement | null {
  try {
    return page?.document.querySelector<HTMLFormElement>("main form") ?? null;
  } catch {
    // Another origin, or the browser's own page in place of one.
    return null;
  }
}
