// @ts-check
/**
 * Opens Till's checkout in a dialog on a shop's page (docs/embed.md).
 *
 * @typedef {"open" | "processing" | "succeeded" | "failed" | "expired" | "cancelled"} Status
 * @typedef {{ paymentId: string, status: Status }} Outcome
 * @typedef {(outcome: Outcome) => void} Listener
 * @typedef {object} Options
 * @property {string} [lang] such as `de`. Default: the page's `lang`
 * @property {"light" | "dark"} [theme] default: the system's
 * @property {Listener} [onReady] it has loaded
 * @property {Listener} [onProcessing]
 * @property {Listener} [onSuccess]
 * @property {Listener} [onFailure]
 * @property {Listener} [onExpire]
 * @property {Listener} [onCancel]
 * @property {Listener} [onClose] gets the last known status
 */
(() => {
  if ("Till" in window) return;
  const script = document.currentScript;
  // Modules find their URL in the stack only.
  const source = script instanceof HTMLScriptElement ? script.src : new Error().stack;
  // Only the installation that served this file is framed and listened to.
  const base = /(https?:\S+?)\/embed\.js\b/.exec(source ?? "")?.[1] ?? "";
  const { origin: tillOrigin } = new URL(base);
  const finals = ["succeeded", "failed", "expired", "cancelled"];
  /** A checkout that can't be framed never reports that it is ready. */
  const readyTimeoutMs = 3_000;

  /** @typedef {[title: string, close: string, loading: string, newWindow: string]} Messages */
  /** @type {Messages} */
  const en = ["Checkout", "Close", "Loading checkout…", "Open checkout in a new window"];
  /** @type {Record<string, Messages>} */
  const messages = {
    en,
    es: ["Pago", "Cerrar", "Cargando el pago…", "Abrir el pago en una ventana nueva"],
    de: ["Bezahlen", "Schließen", "Wird geladen …", "In neuem Fenster bezahlen"],
    fr: ["Paiement", "Fermer", "Chargement…", "Ouvrir le paiement dans une nouvelle fenêtre"],
    pt: ["Pagamento", "Fechar", "Carregando…", "Abrir o pagamento em uma nova janela"],
    zh: ["付款", "关闭", "正在加载…", "在新窗口中打开付款页面"],
    ar: ["الدفع", "إغلاق", "جارٍ التحميل…", "فتح صفحة الدفع في نافذة جديدة"],
  };

  const dark = "--paper: #0e1110; --ink: #ecefea; --accent: #5fd0a3; color-scheme: dark";
  const css = `
    :host { all: initial }
    dialog {
      --paper: #f3f2ed; --ink: #191c19; --accent: #0b6b4f; color-scheme: light;
      box-sizing: border-box; flex-direction: column; width: 30rem; max-width: 100vw; height: min(var(--height, 44rem), 94dvh);
      max-height: none; margin: auto; padding: 0; border: 0; border-radius: 1rem; overflow: hidden;
      background: var(--paper); color: var(--ink); font: 1rem/1.5 system-ui, sans-serif; box-shadow: 0 1.5rem 4rem #0006;
    }
    dialog[open] { display: flex }
    dialog::backdrop { background: #0009 }
    dialog.dark { ${dark} }
    button {
      flex: none; align-self: end; width: 3rem; height: 3rem; padding: 0; border: 0; border-radius: .75rem; cursor: pointer;
      background: none; color: inherit; font: inherit; font-size: 1.5rem;
    }
    :focus-visible { outline: 2px solid var(--accent); outline-offset: -4px }
    iframe { flex: 1; width: 100%; border: 0; opacity: 0 }
    .ready iframe { opacity: 1 }
    .ready p { display: none }
    p { position: absolute; inset: 4rem 1.5rem auto; margin: 0; text-align: center }
    a { color: var(--accent) }
    @media (prefers-color-scheme: dark) {
      dialog:not(.light) { ${dark} }
    }
    @media (max-width: 40rem) {
      dialog { width: 100vw; height: 100dvh; border-radius: 0 }
    }
  `;

  /** @type {{ close(): void } | null} */
  let current = null;

  /** @param {string} link the payment's `gatewayUrl`. Throws for links of other installations. */
  function paymentIdOf(link) {
    const [, pay, id] = /^(.+)(pay_[0-9A-Z]{26})\/?([?#]|$)/.exec(link) ?? [];
    if (!id || pay !== `${base}/pay/`)
      throw new TypeError(`Till: ${link} is not a payment link of ${base}. Pass the gatewayUrl of the payment.`);
    return id;
  }

  /**
   * @template {keyof HTMLElementTagNameMap} Tag
   * @param {Tag} tag
   * @param {Partial<HTMLElementTagNameMap[Tag]>} properties
   * @param {...Node} children
   */
  function make(tag, properties, ...children) {
    const element = Object.assign(document.createElement(tag), properties);
    element.append(...children);
    return element;
  }

  /**
   * Opens a checkout in a modal dialog.
   * @param {string} link
   * @param {Options} [options]
   */
  function open(link, options = {}) {
    const paymentId = paymentIdOf(link);
    current?.close();
    const pageLang = options.lang || document.documentElement.lang;
    const lang = pageLang || navigator.language;
    const code = lang.slice(0, 2).toLowerCase();
    const [title, closeLabel, loading, newWindow] = messages[code] ?? en;
    const query = new URLSearchParams({ origin: location.origin });
    if (pageLang) query.set("lang", pageLang);
    if (options.theme) query.set("theme", options.theme);

    const frame = make("iframe", {
      src: `${base}/embed/${paymentId}?${query}`,
      title,
      allow: "clipboard-write",
      // It may reveal what the buyer is buying.
      referrerPolicy: "no-referrer",
    });
    const closeButton = make("button", { type: "button", ariaLabel: closeLabel, textContent: "×", onclick: close });
    const note = make("p", { role: "status", textContent: loading });
    const dialog = make("dialog", { ariaLabel: title, className: options.theme ?? "" }, closeButton, note, frame);
    dialog.lang = messages[code] ? lang : "en";
    dialog.dir = code === "ar" ? "rtl" : "ltr";
    const host = make("div", {});
    const root = host.attachShadow({ mode: "open" });
    const sheet = new CSSStyleSheet();
    sheet.replaceSync(css);
    root.adoptedStyleSheets = [sheet];
    root.append(dialog);

    let status = /** @type {Status} */ ("open");
    const listeners = {
      open: undefined,
      processing: options.onProcessing,
      succeeded: options.onSuccess,
      failed: options.onFailure,
      expired: options.onExpire,
      cancelled: options.onCancel,
    };
    let readyTimer = /** @type {ReturnType<typeof setTimeout> | undefined} */ (undefined);
    const opener = document.activeElement;
    const { overflow } = document.documentElement.style;

    const handle = { close };
    // A shop's router may replace the body, and the dialog with it.
    const removal = new MutationObserver(() => host.isConnected || close());

    /** @param {Listener | undefined} listener */
    const notify = (listener) => listener?.({ paymentId, status });

    /** @param {MessageEvent} event */
    function onMessage({ origin, source, data }) {
      if (origin !== tillOrigin || source !== frame.contentWindow) return;
      if (data?.source !== "till" || data.paymentId !== paymentId) return;
      const { type } = data;
      if (type === "close") close();
      else if (type === "resize") {
        if (Number.isFinite(data.height)) dialog.style.setProperty("--height", `${Math.max(data.height + 48, 320)}px`);
      } else if (type === "ready") {
        clearTimeout(readyTimer);
        if (dialog.classList.contains("ready")) return;
        dialog.classList.add("ready");
        frame.focus();
        notify(options.onReady);
      } else if (!finals.includes(status) && type !== status) {
        if (type !== "processing" && !finals.includes(type)) return;
        status = type;
        notify(listeners[status]);
      }
    }

    function close() {
      if (current !== handle) return;
      current = null;
      removal.disconnect();
      clearTimeout(readyTimer);
      removeEventListener("message", onMessage);
      dialog.close();
      host.remove();
      document.documentElement.style.overflow = overflow;
      if (opener instanceof HTMLElement) opener.focus();
      notify(options.onClose);
    }

    // Escape and a phone's back gesture also close the dialog.
    dialog.onclose = close;
    frame.onload = () => {
      clearTimeout(readyTimer);
      if (dialog.classList.contains("ready")) return;
      readyTimer = setTimeout(() => {
        note.replaceChildren(make("a", { href: link, target: "_blank", rel: "noopener", textContent: newWindow }));
      }, readyTimeoutMs);
    };
    addEventListener("message", onMessage);
    document.body.append(host);
    document.documentElement.style.overflow = "hidden";
    dialog.showModal();
    removal.observe(document, { childList: true, subtree: true });
    current = handle;
    return handle;
  }

  /**
   * Opens the checkout for `<button data-till-payment="link">` and `<a href="link" data-till-payment>`, and dispatches
   * `till:succeeded` and the other events on the element.
   * @param {MouseEvent} event
   */
  function onClick(event) {
    const element = event
      .composedPath()
      .find((one) => one instanceof HTMLElement && one.dataset.tillPayment !== undefined);
    if (!(element instanceof HTMLElement) || event.defaultPrevented) return;
    if (event.ctrlKey || event.metaKey || event.shiftKey || event.altKey) return;
    const { tillPayment, tillLang, tillTheme } = element.dataset;
    /** @param {string} type @returns {Listener} */
    const send = (type) => (detail) =>
      element.dispatchEvent(new CustomEvent(`till:${type}`, { detail, bubbles: true }));
    open(tillPayment || (element instanceof HTMLAnchorElement ? element.href : ""), {
      ...(tillLang && { lang: tillLang }),
      ...(tillTheme === "light" || tillTheme === "dark" ? { theme: tillTheme } : {}),
      onReady: send("ready"),
      onProcessing: send("processing"),
      onSuccess: send("succeeded"),
      onFailure: send("failed"),
      onExpire: send("expired"),
      onCancel: send("cancelled"),
      onClose: send("closed"),
    });
    event.preventDefault();
  }

  document.addEventListener("click", onClick);
  Object.assign(window, { Till: Object.freeze({ open }) });
})();
