/** The columns of the payments table that a member can show and hide, in their order. */
export const paymentColumnNames = ["created", "status", "merchant", "paid", "buyer", "paymentId"] as const;
export type PaymentColumn = (typeof paymentColumnNames)[number];
