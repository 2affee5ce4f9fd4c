import type { WireForm } from "#lib/api/schemas/gateway.ts";

/** The values typed into the buyer data form, by field id. */
export type BuyerDataDraft = Readonly<Record<string, string>>;

/** The form's own limit for a text field. */
const maxTextLength = 200;

/**
 * Reads the values typed into the form in a frame or window, without its checkboxes. Returns an empty draft if the page
 * has no form or belongs to another origin.
 */
export function readDraft(page: Window | null, { fields }: WireForm): BuyerDataDraft {
  const form = formOn(page);
  if (form === null) return {};
  const typed = new FormData(form);
  const texts = fields.filter(({ type }) => type !== "checkbox").map(({ id }) => [id, typed.get(id)] as const);
  const isFilled = (text: FormDataEntryValue | null) => typeof text === "string" && text !== "";
  return Object.fromEntries(
    texts.filter(([, text]) => isFilled(text)).map(([id, text]) => [id, String(text).slice(0, maxTextLength)]),
  );
}

/**
 * Adds the draft to the form's URL as `prefill`, in the fragment: browsers keep that to themselves, while a
 * query reaches servers, proxies and their logs.
 */
export function withPrefill(formUrl: string, draft: BuyerDataDraft): string {
  if (Object.keys(draft).length === 0) return formUrl;
  const url = new URL(formUrl);
  const base64 = btoa(String.fromCharCode(...new TextEncoder().encode(JSON.stringify(draft))));
  url.hash = `prefill=${base64.replaceAll("+", "-").replaceAll("/", "_").replaceAll("=", "")}`;
  return url.href;
}

function formOn(page: Window | null): HTMLFormElement | null {
  try {
    return page?.document.querySelector<HTMLFormElement>("main form") ?? null;
  } catch {
    // The page has another origin, or the browser shows an error page instead.
    return null;
  }
}
