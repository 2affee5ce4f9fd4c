import { type RefObject, useEffect, useRef, useState } from "react";
import { useTranslation } from "#components/checkout/messages/translation.tsx";
import { type BuyerDataDraft, readDraft, withPrefill } from "#components/checkout/wallet/buyer-data-draft.ts";
import { readBuyerDataMessage } from "#components/checkout/wallet/buyer-data-message.ts";
import { PanelHeading } from "#components/checkout/wallet/panel-heading.tsx";
import { Button } from "#components/ui/button.tsx";
import type { WireForm } from "#lib/api/schemas/gateway.ts";

type BuyerDataFrameProps = { form: WireForm; merchantName: string; onDone: () => void; onBack: () => void };

/** The place of the form; "blocked" if the browser refused to show it in a frame and no window is open yet. */
type Place = "frame" | "window" | "blocked";

/** The buyer data form that an option requires, in a frame or, if frames are blocked, in a separate window. */
export function BuyerDataFrame({ form, merchantName, onDone, onBack }: BuyerDataFrameProps) {
  const { t } = useTranslation();
  const frame = useRef<HTMLIFrameElement>(null);
  const popup = useRef<Window | null>(null);
  // Keeps the typed values, so that the buyer doesn't have to type them again after a failure.
  const draft = useRef<BuyerDataDraft>({});
  const [place, setPlace] = useState<Place>("frame");
  const [failure, setFailure] = useState<string | null>(null);
  const [session, setSession] = useState(() => ({ attempt: 0, url: localFormUrl(form.url, "frame") }));

  useEffect(() => {
    const onMessage = (event: MessageEvent<unknown>) => {
      // Accept messages only from the form opened here: same origin, and this frame or popup.
      if (event.origin !== location.origin || event.source === null) return;
      const source = [frame.current?.contentWindow, popup.current].find((one) => one === event.source);
      if (!source) return;
      const message = readBuyerDataMessage(event.data);
      if (message?.type === "IC_ERROR") {
        draft.current = readDraft(source, form);
        setFailure(message.error);
      }
      if (message?.type !== "IC_COMPLETE") return;
      popup.current?.close();
      onDone();
    };
    window.addEventListener("message", onMessage);
    return () => window.removeEventListener("message", onMessage);
  }, [form, onDone]);

  const openWindow = () => {
    const pages = [frame.current?.contentWindow ?? null, popup.current];
    const typed = Object.assign({}, draft.current, ...pages.map((page) => readDraft(page, form)));
    const url = withPrefill(localFormUrl(form.url, "window"), typed);
    // The same window would stay on its page, because only the fragment is another.
    popup.current?.close();
    popup.current = window.open(url, "till-form", "popup,width=560,height=760");
    if (popup.current !== null) setPlace("window");
  };
  const retry = () => {
    setFailure(null);
    setPlace("frame");
    setSession(({ attempt }) => ({
      attempt: attempt + 1,
      url: withPrefill(localFormUrl(form.url, "frame"), draft.current),
    }));
  };
  const quiet = "min-h-11 rounded-lg text-sm font-medium text-accent underline-offset-4 hover:underline";
  return (
    <>
      <PanelHeading>{t("details.title", { merchant: merchantName })}</PanelHeading>
      <p className="-mt-3 text-pretty text-ink-muted">{t("details.text")}</p>
      {failure !== null && (
        <div role="alert" className="rounded-lg bg-critical-wash px-4 py-3 text-pretty text-critical">
          <p>{failure}</p>
          <button type="button" onClick={retry} className="min-h-11 font-medium underline underline-offset-4">
            {t("sign.again")}
          </button>
        </div>
      )}
      {place === "frame" && (
        <Frame key={session.attempt} frame={frame} url={session.url} onBlocked={() => setPlace("blocked")} />
      )}
      {place !== "frame" && (
        <p role="status" className="rounded-lg border border-line bg-sunken px-4 py-3 text-pretty">
          {place === "window" ? t("details.waiting") : t("details.blocked")}
        </p>
      )}
      {place === "blocked" && (
        <Button isPrimary onClick={openWindow}>
          {t("details.newWindow")}
        </Button>
      )}
      <div className="flex flex-wrap justify-between gap-x-4">
        {place !== "blocked" && (
          <button type="button" onClick={openWindow} className={quiet}>
            {t("details.newWindow")}
          </button>
        )}
        <button type="button" onClick={onBack} className={quiet}>
          {t("sign.back")}
        </button>
      </div>
    </>
  );
}

type FrameProps = { frame: RefObject<HTMLIFrameElement | null>; url: string; onBlocked: () => void };

function Frame({ frame, url, onBlocked }: FrameProps) {
  const { t } = useTranslation();
  const onLoad = () => {
    const page = frame.current?.contentDocument ?? null;
    // The form is same-origin and readable. A browser that blocks frames loads an unreadable error page instead.
    if (frame.current === null || page === null) onBlocked();
    else fitIn(frame.current, page);
  };
  return (
    <iframe
      ref={frame}
      src={url}
      title={t("details.frame")}
      onLoad={onLoad}
      className="-mx-1 h-[42rem] w-[calc(100%+0.5rem)]"
    />
  );
}

/**
 * Returns the form's URL on the host that served this page, which may not be PUBLIC_URL, in this page's
 * theme. In the frame it has no card of its own.
 */
function localFormUrl(formUrl: string, place: "frame" | "window"): string {
  const { pathname, search } = new URL(formUrl);
  const url = new URL(pathname + search, location.origin);
  const { theme } = document.documentElement.dataset;
  if (place === "frame") url.searchParams.set("flat", "1");
  if (theme !== undefined) url.searchParams.set("theme", theme);
  return url.href;
}

const brandColors = ["--color-brand", "--color-brand-strong", "--color-on-brand", "--color-brand-edge"];

/**
 * Makes the form a part of the card: as tall as its content, so that only the outer page scrolls, in the
 * merchant's color, and without the form page's footer. It grows with messages, and shrinks only when its
 * width changes, as on a phone that is turned: what is below would jump while the details are sent.
 */
function fitIn(frame: HTMLIFrameElement, page: Document): void {
  const card = page.querySelector<HTMLElement>("main > article");
  if (card === null) return;
  // One page has one unnamed main part.
  card.parentElement?.setAttribute("aria-label", frame.title);
  const colors = getComputedStyle(document.documentElement);
  for (const name of brandColors) page.documentElement.style.setProperty(name, colors.getPropertyValue(name));
  for (const footer of page.querySelectorAll("footer")) footer.hidden = true;
  let width = 0;
  let height = 0;
  new ResizeObserver(() => {
    height = Math.max(frame.offsetWidth === width ? height : 0, card.offsetHeight);
    width = frame.offsetWidth;
    frame.style.height = `${height}px`;
  }).observe(card);
}
