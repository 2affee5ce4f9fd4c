import type { z } from "zod";
import type { visitorActions } from "#lib/dashboard/entry/visitor-actions.ts";
import type { actions, queries } from "#lib/dashboard/tables.ts";

export type { ShownOnChain } from "#lib/dashboard/present/chain.ts";
export type { ShownMoney } from "#lib/dashboard/present/money.ts";
export type { PaymentStatus as ShownStatus } from "#lib/domain/payments/payment.ts";

// What goes over the wire between the dashboard's pages and the server; types only, for components.

type Queries = typeof queries;
type Actions = typeof actions;
type VisitorActions = typeof visitorActions;

export type QueryName = keyof Queries;
export type QueryInput<Name extends QueryName> = z.input<Queries[Name]["input"]>;
export type QueryOutput<Name extends QueryName> = Awaited<ReturnType<Queries[Name]["run"]>>;

export type ActionName = keyof Actions;
export type ActionInput<Name extends ActionName> = z.input<Actions[Name]["input"]>;
export type ActionOutput<Name extends ActionName> = Awaited<ReturnType<Actions[Name]["run"]>>;

export type VisitorActionName = keyof VisitorActions;
export type VisitorActionInput<Name extends VisitorActionName> = z.input<VisitorActions[Name]["input"]>;
export type VisitorActionOutput<Name extends VisitorActionName> = Awaited<ReturnType<VisitorActions[Name]["run"]>>;
