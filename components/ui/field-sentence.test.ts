import { expect, test } from "vitest";
import { fieldSentence } from "#components/ui/field-sentence.ts";

test.for([
  ["Reference", "is required", "Enter a reference."],
  ["Amount", "is required", "Enter an amount."],
  ["Email", "is required", "Enter an email."],
  ["URL", "is required", "Enter a URL."],
  ["Your name", "is required", "Enter your name."],
  ["Current password", "is required", "Enter your current password."],
  ["New password", "is required", "Enter a new password."],
  ["Name of the view", "is required", "Enter the name of the view."],
  ["Reference", "may contain only letters", "Reference may contain only letters."],
  ["Amount", "is ambiguous: write 1234 or 1.234", "Amount is ambiguous: write 1234 or 1.234."],
  ["Expires on (optional)", "must be in the future", "Expires on must be in the future."],
  ["2. Address", "must be a CAIP-10 account", "Address must be a CAIP-10 account."],
  ["ID", "looks like a generated one. Leave it out", "ID looks like a generated one. Leave it out."],
  ["To", "Enter an address.", "Enter an address."],
  ["Password", "isn't a passkey. Try again!", "Password isn't a passkey. Try again!"],
  ["Name", "choose another", "Choose another."],
] as const)("about %s, %j reads %j", ([label, problem, sentence]) => {
  expect(fieldSentence(label, problem)).toBe(sentence);
});

test("a choice is selected", () => {
  expect(fieldSentence("Merchant", "is required", "Select")).toBe("Select a merchant.");
});
