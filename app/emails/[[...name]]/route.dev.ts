import { type Locale, locales } from "#lib/core/locales.ts";
import { logoId, renderHtml } from "#lib/jobs/mail/render-html.ts";
import { type SampleNames, sampleEmails } from "#lib/jobs/mail/samples.ts";

type Context = { params: Promise<{ name?: string[] }> };

const names: Record<"usual" | "long", SampleNames> = {
  usual: {
    partner: "Acme Payments",
    merchant: "Café Lumen",
    member: "ada@acme.example",
    passkey: "Ada's Mac",
    url: "https://shop.example/hook",
    item: "Flat white",
  },
  long: {
    partner: "Großhandelsgesellschaft für Kaffeeröstereibedarf Müller-Lüdenscheidt & Töchter mbH",
    merchant: "Kaffeehaus Donaudampfschifffahrtsgesellschaftskapitänsmütze am Hauptbahnhof",
    member: "maximiliane.von-hohenstaufen-wallenstein@kaffeeroestereibedarf.example",
    passkey: "MacBook Pro von Maximiliane (Touch ID, Büro im vierten Obergeschoss)",
    url: "https://hooks.kaffeeroestereibedarf.example/api/v3/incoming/till/4f1c9b0a2e5d",
    item: "Espressobohnen „Monte Bianco“, ganze Bohne, 1-kg-Vorratsbeutel, dunkle Röstung",
  },
};

/** A plain square, so that the preview needs no file. */
const logo = `data:image/svg+xml,${encodeURIComponent('<svg xmlns="http://www.w3.org/2000/svg"><rect width="100%" height="100%" fill="#7a1f3d"/></svg>')}`;

/** Lists the emails that Till sends, or shows one of them: `/emails/receipt?lang=de&names=long`. Development serves it only. */
export async function GET(request: Request, { params }: Context): Promise<Response> {
  const [name] = (await params).name ?? [];
  const query = new URL(request.url).searchParams;
  const locale = locales.find((each) => each === query.get("lang")) ?? "en";
  const emails = sampleEmails(locale, names[query.get("names") === "long" ? "long" : "usual"], Buffer.alloc(0));
  if (name === undefined) return html(indexOf(Object.keys(emails)));
  const email = emails[name];
  if (email === undefined) return new Response("No such email", { status: 404 });
  return html(renderHtml(email).replaceAll(`cid:${logoId}`, logo));
}

function indexOf(templates: readonly string[]): string {
  const link = (name: string, locale: Locale, length: keyof typeof names) =>
    `<a href="/emails/${name}?lang=${locale}&amp;names=${length}">${locale}${length === "long" ? " long" : ""}</a>`;
  const rows = templates.map((name) => {
    const links = locales.flatMap((locale) => [link(name, locale, "usual"), link(name, locale, "long")]);
    return `<tr><th align="left">${name}</th><td>${links.join(" · ")}</td></tr>`;
  });
  return `<!doctype html><html lang="en"><head><meta charset="utf-8"><title>Emails</title>
<style>:root{color-scheme:light dark}body{font:16px/1.8 system-ui;margin:2rem}th{padding-right:2rem}</style></head>
<body><h1>Emails</h1><table>${rows.join("\n")}</table></body></html>`;
}

function html(text: string): Response {
  return new Response(text, { headers: { "content-type": "text/html; charset=utf-8" } });
}
