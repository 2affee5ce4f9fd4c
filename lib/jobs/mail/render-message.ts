import type { Message } from "#lib/jobs/mail/messages.ts";

/** Renders an email as plain text. */
export function renderText({ paragraphs, link, closing }: Message): string {
  return [...paragraphs, ...(link === null ? [] : [link.address]), closing, "Till"].join("\n\n");
}

/** Mail clients make links of what looks like a phone number, a date or an address too, unless the email asks them not to. */
const noDetection = '<meta name="format-detection" content="telephone=no,date=no,address=no,email=no,url=no">';

/** Renders an email as HTML without images or remote content; all text is escaped. */
export function renderHtml({ subject, paragraphs, link, closing, language }: Message): string {
  const text = (words: string, style = "") => `<p style="margin:0 0 16px;${style}">${escaped(words)}</p>`;
  const button =
    link === null
      ? ""
      : `<p style="margin:0 0 16px"><a href="${escaped(link.address)}" style="display:inline-block;padding:12px 20px;border-radius:8px;background:#0b6b4f;color:#ffffff;text-decoration:none;font-weight:600">${escaped(link.label)}</a></p>
${text(link.address, "font-size:13px;color:#5a5f58;word-break:break-all")}`;
  return `<!doctype html>
<html lang="${language?.tag ?? "en"}" dir="${language?.direction ?? "ltr"}"><head><meta charset="utf-8">${noDetection}<title>${escaped(subject)}</title></head>
<body style="margin:0;padding:24px;background:#f3f2ed;color:#191c19;font:16px/1.5 system-ui,sans-serif">
<div style="max-width:480px;margin:0 auto;padding:24px;border-radius:16px;background:#ffffff">
<p style="margin:0 0 24px;font-size:20px;font-weight:600">Till</p>
${paragraphs.map((words) => text(words)).join("\n")}
${button}
${text(closing, "font-size:14px;color:#5a5f58")}
</div></body></html>
`;
}

const entities: Readonly<Record<string, string>> = {
  "&": "&amp;",
  "<": "&lt;",
  ">": "&gt;",
  '"': "&quot;",
  "'": "&#39;",
};

function escaped(text: string): string {
  return text.replaceAll(/[&<>"']/g, (character) => entities[character] ?? "");
}
