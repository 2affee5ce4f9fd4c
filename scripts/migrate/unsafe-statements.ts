type Rule = { pattern: RegExp; advice: string };

const table = String.raw`(?:"?public"?\.)?"?(?<table>\w+)"?`;

/** Statements that block or rewrite a table that may have a hundred million rows. `table` names it. */
const rules: readonly Rule[] = [
  {
    pattern: new RegExp(`^CREATE (?:UNIQUE )?INDEX (?!CONCURRENTLY).* ON (?:ONLY )?${table}`),
    advice: "create the index CONCURRENTLY, in a migration of its own",
  },
  {
    pattern: new RegExp(
      String.raw`^ALTER TABLE (?:ONLY )?${table}.* ADD (?:CONSTRAINT \S+ )?(?:CHECK|FOREIGN KEY)\b(?!.*NOT VALID)`,
    ),
    advice: "add the constraint NOT VALID, and validate it in the next migration",
  },
  {
    pattern: new RegExp(
      String.raw`^ALTER TABLE (?:ONLY )?${table}.* ADD (?:CONSTRAINT \S+ )?(?:UNIQUE|PRIMARY KEY)(?! USING INDEX)\b`,
    ),
    advice: "create a unique index CONCURRENTLY first, and add the constraint USING INDEX",
  },
  {
    pattern: new RegExp(String.raw`^ALTER TABLE (?:ONLY )?${table}.* ALTER (?:COLUMN )?\S+ (?:SET DATA )?TYPE\b`),
    advice: "add a column, fill it in batches, and drop the old one in a later version",
  },
  {
    pattern: new RegExp(String.raw`^ALTER TABLE (?:ONLY )?${table}.* ALTER (?:COLUMN )?\S+ SET NOT NULL`),
    advice: "add CHECK (column IS NOT NULL) NOT VALID and validate it in the next migration",
  },
  {
    pattern: new RegExp(
      String.raw`^ALTER TABLE (?:ONLY )?${table}.* ADD (?:COLUMN )?(?!CONSTRAINT|CHECK|FOREIGN|UNIQUE|PRIMARY)\S+ (?:[^,]*\b(?:SERIAL|BIGSERIAL|GENERATED|gen_random_uuid|random|clock_timestamp|nextval)\b|(?![^,]*\bDEFAULT\b)[^,]*\bNOT NULL\b)`,
      "i",
    ),
    advice: "add the column as nullable or with a constant default, and fill it in batches",
  },
  {
    pattern: new RegExp(
      String.raw`^ALTER TABLE (?:ONLY )?${table}.* (?:DROP (?:COLUMN )?(?!CONSTRAINT|NOT|DEFAULT|EXPRESSION)\S+|RENAME\b)`,
    ),
    advice: "the previous version still uses it: drop it one version after the last use, and write -- contract: above",
  },
  {
    pattern: new RegExp(`^DROP TABLE (?:IF EXISTS )?${table}`),
    advice: "drop it one version after the last use, and write -- contract: above",
  },
  { pattern: new RegExp(`^(?:UPDATE|DELETE FROM) (?:ONLY )?${table}`), advice: "change rows in batches, in a job" },
  {
    pattern: new RegExp(
      `^(?:LOCK|VACUUM FULL|CLUSTER|REINDEX)(?: TABLE)? (?!.*(?:CONCURRENTLY| IN (?:ROW|SHARE)))${table}`,
    ),
    advice: "it blocks the table",
  },
];

const created = new RegExp(`^CREATE (?:UNLOGGED )?TABLE (?:IF NOT EXISTS )?${table}`);

/**
 * Finds the statements of a migration that would block a large table or break the processes of the previous
 * version. Tables that the migration itself creates are empty, and statements below a line `-- contract:
 * REASON` are the contracting half of a change whose expanding half is one version old.
 * @returns one line per statement, with what to do instead.
 */
export function findUnsafeStatements(sql: string): string[] {
  const statements = splitStatements(sql);
  const fresh = new Set(statements.flatMap(({ text }) => created.exec(text)?.groups?.table ?? []));
  const isAlone = statements.length === 1;
  return statements.flatMap(({ text, isContract }) => {
    const short = text.slice(0, 100);
    if (/^SET (?:LOCAL |SESSION )?lock_timeout\b/i.test(text)) {
      return [`${short}: leave it out, because the migrator sets half a second and tries again`];
    }
    if (/^(?:CREATE (?:UNIQUE )?|DROP )INDEX CONCURRENTLY/.test(text) && !isAlone) {
      return [`${short}: CONCURRENTLY needs a migration of its own`];
    }
    return rules.flatMap(({ pattern, advice }) => {
      const name = pattern.exec(text)?.groups?.table;
      const isAllowed = name === undefined || fresh.has(name) || (isContract && advice.includes("contract"));
      return isAllowed ? [] : [`${short}: ${advice}`];
    });
  });
}

/** A function body, a string or a comment, the one that begins first: an apostrophe in a comment opens no string. */
const opaque = /(^\s*-- contract: \S.*$)|(\$\w*\$)[\s\S]*?\2|'(?:[^']|'')*'|--.*$|\/\*[\s\S]*?\*\//gm;

/** Splits at semicolons outside of function bodies, strings and comments, and joins each statement into one line. */
function splitStatements(sql: string): { text: string; isContract: boolean }[] {
  const bare = sql.replaceAll(opaque, (part: string, contract: string | undefined) => {
    if (contract !== undefined) return "-- contract:\n";
    return part.startsWith("--") || part.startsWith("/*") ? "" : "''";
  });
  return bare.split(";").flatMap((part) => {
    const text = part
      .replaceAll(/-- contract:/g, "")
      .replaceAll(/\s+/g, " ")
      .trim();
    return text === "" ? [] : [{ text, isContract: part.includes("-- contract:") }];
  });
}
