/** Keys of any of a union's objects. */
type KeysOf<T> = T extends object ? keyof T : never;
type Under<T, Key> = T extends object ? (Key extends keyof T ? T[Key] : never) : never;
type ItemOf<T> = T extends readonly (infer Item)[] ? Item : never;
type RecordOf<T> = T extends readonly unknown[] ? never : T extends object ? T : never;
type PathTo<Path extends string, Key extends string> = Path extends "" ? Key : `${Path}.${Key}`;

/** The paths of fields, optional ones included, that `Of` has and `In` doesn't. */
type Missing<Of, In, Path extends string> =
  | MissingItems<ItemOf<Of>, ItemOf<In>, Path>
  | MissingKeys<RecordOf<Of>, RecordOf<In>, Path>;

type MissingItems<Of, In, Path extends string> = [Of] extends [never]
  ? never
  : [In] extends [never]
    ? never
    : Missing<Of, In, `${Path}[]`>;

/** Nothing for records with any keys. */
type MissingKeys<Of, In, Path extends string> = [In] extends [never]
  ? never
  : string extends KeysOf<Of> | KeysOf<In>
    ? never
    : {
        [Key in KeysOf<Of> & string]: Key extends KeysOf<In>
          ? Missing<Under<Of, Key>, Under<In, Key>, PathTo<Path, Key>>
          : PathTo<Path, Key>;
      }[KeysOf<Of> & string];

/**
 * Compiles only when a presenter's answer has each field of the response's schema, optional ones included,
 * and no others. TypeScript alone accepts an answer without an optional field, and one with an undeclared
 * field.
 */
export type Complete<Declared, Presented> = [
  Missing<Declared, Presented, "">,
  Missing<Presented, Declared, "">,
] extends [never, never]
  ? unknown
  : { forgotten: Missing<Declared, Presented, "">; undeclared: Missing<Presented, Declared, ""> };
