/** Letters that stay whole when accents are removed, and what people type for them. */
const plainLetters: Readonly<Record<string, string>> = { ß: "ss", æ: "ae", œ: "oe", ø: "o", ł: "l", đ: "d", ð: "d" };

/** Lower case, without the accents of Latin letters: `Café` and `cafe` are the same. */
export function fold(text: string): string {
  return text
    .normalize("NFD")
    .replaceAll(/[\u0300-\u036f]/g, "")
    .toLowerCase()
    .replaceAll(/[ßæœøłđð]/g, (letter) => plainLetters[letter] ?? letter)
    .normalize("NFC");
}

/** Words of a question that say nothing about its subject. */
const stopWords = new Set(
  (
    "a about am an and any are as at be by can cannot cant could did do does dont for from get give had has have how i if im in into is it " +
    "its let me my need of on or our please should so that the their them there they this to us want was we what whats when " +
    "where wheres which who whom whose why will with would you your yours"
  ).split(" "),
);

/** Words and phrases that people use for one thing. */
const synonyms: readonly (readonly string[])[] = [
  ["sign in", "signin", "log in", "login", "log on", "logon"],
  ["sign out", "signout", "log out", "logout", "log off", "logoff"],
  ["sign up", "signup", "register", "registration"],
  ["two-factor", "two factor", "2fa", "mfa", "otp", "totp", "authenticator", "second factor"],
  ["api key", "apikey", "api keys", "access key", "access token", "api token", "secret key", "credentials"],
  ["refund", "refunds", "refunded", "refunding", "money back", "chargeback", "reimburse", "reimbursement"],
  ["payout", "payouts", "pay out", "withdraw", "withdrawal", "cash out", "settlement", "settlements"],
  ["webhook", "webhooks", "web hook", "callback", "callbacks", "ipn"],
  ["member", "members", "colleague", "colleagues", "teammate", "team", "user", "users", "staff"],
  ["buyer", "buyers", "customer", "customers", "payer"],
  ["help", "support", "faq", "documentation", "docs", "manual"],
  ["export", "exports", "csv", "excel", "spreadsheet", "download"],
  ["report", "reports", "statement", "statements", "accounting", "bookkeeping"],
  ["fee", "fees", "pricing", "commission", "charges"],
  ["create", "new", "add"],
  ["remove", "delete"],
  ["change", "edit", "update", "modify"],
  ["test", "tests", "testing", "sandbox", "testnet"],
  ["destination", "destinations", "payout address", "bank account"],
];

/** A term stands for all synonyms of a line. Its first character occurs in no word. */
const phrases = synonyms.flatMap((words, place) =>
  words.map((word) => ({
    term: `=${place}`,
    pattern: new RegExp(`(?<![\\p{L}\\p{N}])${word}(?![\\p{L}\\p{N}])`, "gu"),
  })),
);

/** The words of a text to index, followed by the terms of its synonyms. */
export function indexedWords(text: string): string[] {
  const folded = fold(text);
  const terms = phrases.filter(({ pattern }) => folded.search(pattern) >= 0).map(({ term }) => term);
  return [...split(folded), ...new Set(terms)];
}

/** The words of a query that say something. Synonyms are replaced by their term. */
export function queryWords(query: string): string[] {
  const replaced = phrases.reduce(
    (text, { term, pattern }) => text.replace(pattern, ` ${term} `),
    fold(query).replaceAll("=", " "),
  );
  return split(replaced).filter((word) => !stopWords.has(word));
}

/** Splits a text into words and terms. An apostrophe joins what it stands between. */
function split(text: string): string[] {
  return text.replaceAll(/['’]/g, "").match(/=\d+|[\p{L}\p{N}\p{M}]+/gu) ?? [];
}
