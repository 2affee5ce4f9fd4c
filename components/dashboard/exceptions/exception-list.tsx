"use client";

import { useInfiniteQuery } from "@tanstack/react-query";
import type { ReactElement } from "react";
import { exceptionPages } from "#components/dashboard/data/queries.ts";
import type { Exception } from "#components/dashboard/exceptions/exception.ts";
import { kindWords, stateWords } from "#components/dashboard/exceptions/exception-words.ts";
import type { ExceptionFilterInput } from "#components/dashboard/exceptions/filter-url.ts";
import { ListEnd } from "#components/dashboard/merchants/show-more.tsx";
import { Money } from "#components/dashboard/money.tsx";
import { paths } from "#components/dashboard/paths.ts";
import { When } from "#components/dashboard/when.tsx";
import { Badge } from "#components/ui/badge.tsx";
import { Link } from "#components/ui/link.tsx";
import { LoadingRows } from "#components/ui/loading-rows.tsx";
import { Problem } from "#components/ui/problem.tsx";

type ExceptionListProps = {
  filter: ExceptionFilterInput;
  isOpen: boolean;
  /** Takes the place of a list without rows. */
  empty: ReactElement;
};

/** The exceptions of a filter that are open, or have ended, the newest first. */
export function ExceptionList({ filter, isOpen, empty }: ExceptionListProps) {
  const query = useInfiniteQuery(exceptionPages({ ...filter, isOpen }));
  const { data, error } = query;
  if (data === undefined) {
    return error === null ? <LoadingRows label="Loading exceptions" /> : <Problem>{error.message}</Problem>;
  }
  const rows = data.pages.flatMap(({ exceptions }) => exceptions);
  if (rows.length === 0) return empty;
  return (
    <>
      <ul className="divide-y divide-line">
        {rows.map((exception) => (
          <ExceptionRow key={exception.id} exception={exception} />
        ))}
      </ul>
      <ListEnd query={query} />
    </>
  );
}

function ExceptionRow({ exception }: { exception: Exception }) {
  const { kind, state, payment, merchant, money, createdAt, endedAt } = exception;
  const { word, tone } = stateWords[state];
  return (
    <li className="flex flex-wrap items-center gap-x-6 gap-y-2 py-3 text-sm first:pt-0 last:pb-0 xl:grid xl:grid-cols-[7.5rem_minmax(0,1fr)_15rem_11rem_7rem]">
      <p className="font-medium max-xl:grow">{kindWords[kind]}</p>
      <p className="xl:order-last xl:text-right">
        <Badge tone={tone}>{word}</Badge>
      </p>
      <div className="min-w-0 space-y-0.5 max-xl:basis-full">
        <p className="wrap-anywhere">
          <Link
            href={`${paths.payment(payment.id)}#transfers`}
            className="font-medium underline-offset-4 hover:underline"
          >
            <bdi>{payment.reference}</bdi>
          </Link>
        </p>
        <p className="wrap-anywhere text-ink-muted">
          <bdi>{merchant.name}</bdi>
        </p>
      </div>
      <p className="font-medium max-xl:grow">
        <Money money={money} hasNetwork />
      </p>
      <p className="text-ink-muted">
        {endedAt === null ? "Since " : "Ended "}
        <When at={endedAt ?? createdAt} />
      </p>
    </li>
  );
}
