"use client";

import { useWindowVirtualizer } from "@tanstack/react-virtual";
import { type RefObject, useEffect, useLayoutEffect, useState } from "react";
import type { PaymentPage, PaymentRowData } from "#components/dashboard/payments/payment-pages.ts";

const pageRows = 100;
/** Row heights as PaymentRow's classes set them, until a row is measured: two lines on a phone, one elsewhere. */
const phoneRowPx = 72;
const rowPx = 48;
const phoneMaxPx = 640;
/** Rows rendered on either side of the visible ones; reaching unloaded rows among them fetches their page. */
const overscanRows = 30;

type PaymentRows = {
  rows: { payment: PaymentRowData; index: number }[];
  /** Heights in pixels of the rows before and after the rendered ones. */
  spaceBefore: number;
  spaceAfter: number;
  /** Ref of each row, which needs its index as `data-index`. */
  measureRow: (row: Element | null) => void;
};

type PaymentRowsOptions = {
  table: RefObject<HTMLElement | null>;
  pages: readonly PaymentPage[];
  /** The number of pages before `pages`, which were read and dropped. */
  pagesBefore: number;
  /** Called after each render in which rows before or after `pages` come into reach. */
  onReachStart: () => void;
  onReachEnd: () => void;
};

/**
 * Virtualizes the payments table against the window. The server renders the whole first page and no spacers, because the
 * Content-Security-Policy refuses style attributes in HTML.
 */
export function usePaymentRows(options: PaymentRowsOptions): PaymentRows {
  const { table, pages, pagesBefore, onReachStart, onReachEnd } = options;
  const [scrollMargin, setScrollMargin] = useState(0);
  const payments = pages.flatMap((page) => page.payments);
  const firstIndex = pagesBefore * pageRows;
  const count = firstIndex + payments.length;
  const virtualizer = useWindowVirtualizer({
    count,
    scrollMargin,
    overscan: overscanRows,
    estimateSize: () => (typeof window !== "undefined" && window.innerWidth < phoneMaxPx ? phoneRowPx : rowPx),
    initialRect: { width: 0, height: pageRows * phoneRowPx },
  });
  // Measured after each render: the filters above the table wrap and errors appear.
  useLayoutEffect(() => {
    if (table.current !== null) setScrollMargin(Math.round(table.current.getBoundingClientRect().top + scrollY));
  });
  // Reads the items again, because those of the first render are of the server's window.
  useEffect(() => {
    const items = virtualizer.getVirtualItems();
    if ((items[0]?.index ?? firstIndex) < firstIndex) onReachStart();
    if ((items.at(-1)?.index ?? 0) >= count - 1) onReachEnd();
  });
  const loaded = virtualizer.getVirtualItems().filter(({ index }) => index >= firstIndex);
  const totalSize = virtualizer.getTotalSize();
  const first = loaded[0];
  const last = loaded.at(-1);
  return {
    rows: loaded.flatMap(({ index }) => {
      const payment = payments[index - firstIndex];
      return payment === undefined ? [] : [{ payment, index }];
    }),
    spaceBefore: first === undefined ? totalSize : first.start - scrollMargin,
    spaceAfter: last === undefined ? 0 : totalSize - (last.end - scrollMargin),
    measureRow: virtualizer.measureElement,
  };
}
