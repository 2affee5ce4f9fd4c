import type { z } from "zod";
import type { mutations, queries } from "#lib/dashboard/rpc/procedures.ts";
import type { publicMutations } from "#lib/dashboard/rpc/public-mutations.ts";

export type { ConsoleSession } from "#lib/dashboard/console/answer-console-session.ts";
export type { PaymentColumn } from "#lib/dashboard/payment-columns.ts";
export type { ShownOnChain } from "#lib/dashboard/present/chain.ts";
export type { ShownMoney } from "#lib/dashboard/present/money.ts";
export type { ShownState } from "#lib/dashboard/present/payment.ts";

// The inputs and outputs of the dashboard's procedures. Types only: components import them and nothing else of lib/dashboard.

type Queries = typeof queries;
type Mutations = typeof mutations;
type PublicMutations = typeof publicMutations;

export type QueryName = keyof Queries;
export type QueryInput<Name extends QueryName> = z.input<Queries[Name]["input"]>;
export type QueryOutput<Name extends QueryName> = Awaited<ReturnType<Queries[Name]["resolve"]>>;

export type MutationName = keyof Mutations;
export type MutationInput<Name extends MutationName> = z.input<Mutations[Name]["input"]>;
export type MutationOutput<Name extends MutationName> = Awaited<ReturnType<Mutations[Name]["resolve"]>>;

export type PublicMutationName = keyof PublicMutations;
export type PublicMutationInput<Name extends PublicMutationName> = z.input<PublicMutations[Name]["input"]>;
export type PublicMutationOutput<Name extends PublicMutationName> = Awaited<
  ReturnType<PublicMutations[Name]["resolve"]>
>;
