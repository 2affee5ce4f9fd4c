import { Engine } from "mrml";
import { directionOf, htmlLang } from "#lib/core/locales.ts";
import { processSingleton } from "#lib/core/process-singleton.ts";
import { lookOf } from "#lib/jobs/mail/look.ts";
import { type Markup, markup } from "#lib/jobs/mail/markup.ts";
import type { Block, Brand, Message, Row, RowStyle } from "#lib/jobs/mail/message.ts";
import { own, type Prose, prose } from "#lib/jobs/mail/prose.ts";

/** The content id of the attached logo, the only image of an email. */
export const logoId = "logo";

const engine = processSingleton("mail-html", () => {
  const mrml = new Engine();
  // Without fonts, because MRML would load those that it knows from Google.
  mrml.setRenderOptions({ disableComments: false, socialIconOrigin: null, fonts: {} });
  return mrml;
});

/** Renders an email as HTML that loads nothing: its only image is attached. MJML adds what old mail clients need. */
export function renderHtml(message: Message): string {
  const rendered = engine().toHtml(layoutOf(message).source);
  if (rendered.type === "error") throw new Error(`an email has no HTML: ${rendered.message}`);
  return rendered.content;
}

const font = own("-apple-system, BlinkMacSystemFont, 'Segoe UI', Roboto, Helvetica, Arial, sans-serif");

function layoutOf(message: Message): Markup {
  const { locale, subject, title, blocks, action, closing, brand } = message;
  const direction = directionOf(locale);
  const look = lookOf("light", brand?.color ?? null);
  const start = direction === "rtl" ? prose`right` : prose`left`;
  const [preview = closing] = blocks.filter((block) => typeof block === "string");
  return markup`<mjml lang="${own(htmlLang(locale))}" dir="${direction === "rtl" ? prose`rtl` : prose`ltr`}">
  <mj-head>
    <mj-title>${subject}</mj-title>
    <mj-preview>${preview}</mj-preview>
    <mj-breakpoint width="480px" />
    <mj-attributes>
      <mj-all font-family="${font}" />
      <mj-wrapper direction="${own(direction)}" />
      <mj-section direction="${own(direction)}" />
      <mj-column direction="${own(direction)}" />
      <mj-text align="${start}" color="${own(look.ink)}" font-size="16px" line-height="24px" padding="0 0 16px" />
      <mj-table align="${start}" color="${own(look.ink)}" font-size="16px" line-height="24px" padding="0 0 16px" table-layout="fixed" role="presentation" />
      <mj-button align="${start}" font-size="16px" font-weight="600" line-height="20px" inner-padding="13px 24px" border-radius="10px" padding="8px 0 24px" />
    </mj-attributes>
    <mj-style>${sheetOf(brand)}</mj-style>
    <mj-raw>
      <meta name="color-scheme" content="light dark" />
      <meta name="supported-color-schemes" content="light dark" />
      <meta name="format-detection" content="telephone=no,date=no,address=no,email=no,url=no" />
    </mj-raw>
  </mj-head>
  <mj-body width="560px" background-color="${own(look.canvas)}" css-class="canvas">
    <mj-wrapper padding="24px 12px">
      <mj-section css-class="card" background-color="${own(look.surface)}" border="1px solid ${own(look.line)}" border-radius="16px" padding="32px">
        <mj-column>
          ${headerOf(brand, start)}
          <mj-text css-class="ink" font-size="22px" line-height="30px" font-weight="600"><h1 style="margin:0;font-size:22px;line-height:30px;font-weight:600">${title ?? subject}</h1></mj-text>
          ${blocks.map((block) => blockOf(block, look, direction))}
          ${
            action &&
            markup`<mj-button css-class="action" href="${own(action.address)}" background-color="${own(look.accent)}" color="${own(look.onAccent)}" border="1px solid ${own(look.buttonEdge)}">${action.label}</mj-button>`
          }
          <mj-text css-class="muted" color="${own(look.muted)}" font-size="14px" line-height="21px" padding="0">${closing}</mj-text>
        </mj-column>
      </mj-section>
      ${
        brand &&
        markup`<mj-section padding="16px 32px 0"><mj-column><mj-text css-class="muted" align="center" color="${own(look.muted)}" font-size="13px" line-height="20px" padding="0">Till</mj-text></mj-column></mj-section>`
      }
    </mj-wrapper>
  </mj-body>
</mjml>`;
}

/** The sender: the merchant's logo and name, or Till's name. */
function headerOf(brand: Brand | null, start: Prose): Markup {
  const gap = start === "right" ? prose`0 0 0 14px` : prose`0 14px 0 0`;
  const logo =
    brand?.logo &&
    markup`<td style="width:48px;padding:${gap}"><img src="cid:${own(logoId)}" width="48" height="48" alt="" style="display:block;width:48px;height:48px;border-radius:10px;background:#ffffff" /></td>`;
  return markup`<mj-table css-class="ink" font-size="18px" line-height="26px" padding="0 0 24px"><tr>${logo ?? null}<td style="font-weight:600;word-break:break-word">${brand?.name ?? prose`Till`}</td></tr></mj-table>`;
}

function blockOf(block: Block, look: ReturnType<typeof lookOf>, direction: "ltr" | "rtl"): Markup {
  if (typeof block === "string") return markup`<mj-text css-class="ink">${block}</mj-text>`;
  if ("figure" in block) {
    const { label, value } = block.figure;
    return markup`<mj-text css-class="muted" color="${own(look.muted)}" font-size="14px" line-height="20px" padding="0">${label}</mj-text>
<mj-text css-class="ink" font-size="30px" line-height="38px" font-weight="600">${value}</mj-text>`;
  }
  const muted = prose`color:${own(look.muted)};font-size:14px`;
  const line = prose`border-top:1px solid ${own(look.line)}`;
  const [start, end] =
    direction === "rtl" ? ([prose`right`, prose`left`] as const) : ([prose`left`, prose`right`] as const);
  const rowOf: Record<RowStyle, (row: Row) => Markup> = {
    facts: ({ label, value }) =>
      markup`<tr><td class="fact muted" style="${line};${muted};width:34%;padding:10px 0;vertical-align:top">${label}</td><td class="fact value" style="${line};padding:10px 0;vertical-align:top;word-break:break-word;overflow-wrap:anywhere">${value}</td></tr>`,
    order: ({ label, value }) =>
      markup`<tr><td style="${line};padding:10px 0;text-align:${start};word-break:break-word">${label}</td><td style="${line};width:34%;padding:10px 0;text-align:${end};vertical-align:bottom;white-space:nowrap;padding-${start}:16px">${value}</td></tr>`,
    events: ({ label, value }) =>
      markup`<tr><td style="${line};padding:10px 0;word-break:break-word;overflow-wrap:anywhere"><strong>${label}</strong><br /><span class="muted" style="${muted}">${value}</span></td></tr>`,
  };
  // Amounts are as wide as they are, and never break.
  const layout = block.as === "order" ? prose`auto` : prose`fixed`;
  return markup`<mj-table css-class="ink rows" table-layout="${layout}">${block.rows.map(rowOf[block.as])}</mj-table>`;
}

/** The rules for narrow and dark screens, for mail clients that know them. */
function sheetOf(brand: Brand | null): Markup {
  const { canvas, surface, line, ink, muted, accent, onAccent, buttonEdge } = lookOf("dark", brand?.color ?? null);
  return markup`
:root { color-scheme: light dark; supported-color-schemes: light dark; }
a[x-apple-data-detectors] { color: inherit !important; text-decoration: none !important; }
@media (max-width: 479px) {
  .card > table > tbody > tr > td { padding: 24px 20px !important; }
  .action, .action table, .action a { width: 100% !important; box-sizing: border-box; }
  .fact { display: block !important; width: auto !important; padding-bottom: 0 !important; }
  .fact.value { border-top: 0 !important; padding: 0 0 10px !important; }
}
@media (prefers-color-scheme: dark) {
  body, .canvas { background-color: ${own(canvas)} !important; }
  .card, .card > table { background: ${own(surface)} !important; }
  .card > table > tbody > tr > td, .rows td { border-color: ${own(line)} !important; }
  .ink div, .ink td, .ink table { color: ${own(ink)} !important; }
  .muted div, .ink td.muted, .ink .muted { color: ${own(muted)} !important; }
  .action td, .action a { background: ${own(accent)} !important; color: ${own(onAccent)} !important; border-color: ${own(buttonEdge)} !important; }
}`;
}
