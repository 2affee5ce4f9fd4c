import { globSync, readFileSync } from "node:fs";
import path from "node:path";
import ts from "typescript";

/** A value of a row, as its type declares it. `literals` are its only values, null when the type has others. */
export type DeclaredColumn = {
  kinds: readonly string[];
  isNullable: boolean;
  /** The statement's condition limits its values. */
  isNarrowed: boolean;
  literals: readonly string[] | null;
};

/** A statement as the code declares it. */
export type Declaration = {
  file: string;
  /** Its name, or the start of its names where the code makes several. */
  name: string;
  isPrefix: boolean;
  /** Null for a statement whose rows are only counted. */
  columns: ReadonlyMap<string, DeclaredColumn> | null;
  /** The columns that aren't named in the type: a Record has them. */
  others: DeclaredColumn | null;
};

/** The files that declare statements. */
export const declaringFiles = globSync(["lib/**/*.ts", "scripts/**/*.ts"]).filter((file) => {
  return !file.endsWith(".test.ts") && /db\/(statement|read-by-ids)\.ts|nameStatement/.test(readFileSync(file, "utf8"));
});

/**
 * Reads all declarations with the TypeScript compiler: calls of `statement`, and of functions that pass their
 * type parameter `Row` and their first parameter `name` on to it.
 * @throws Error for a name that isn't written where the statement is declared.
 */
export function readDeclarations(): Declaration[] {
  const host = { ...ts.sys, onUnRecoverableConfigFileDiagnostic: () => undefined };
  const options = ts.getParsedCommandLineOfConfigFile("tsconfig.json", {}, host)?.options;
  const program = ts.createProgram(declaringFiles, options ?? {});
  const checker = program.getTypeChecker();
  return declaringFiles.flatMap((file) => {
    const found: Declaration[] = [];
    const visit = (node: ts.Node): void => {
      if (ts.isCallExpression(node)) found.push(...declarationsOf(node, checker));
      ts.forEachChild(node, visit);
    };
    const source = program.getSourceFile(file);
    if (source !== undefined) visit(source);
    return found;
  });
}

function declarationsOf(call: ts.CallExpression, checker: ts.TypeChecker): Declaration[] {
  const declared = checker.getResolvedSignature(call)?.declaration;
  const [first] = call.arguments;
  if (declared === undefined || ts.isJSDocSignature(declared) || first === undefined) return [];
  if (declared.typeParameters?.[0]?.name.getText() !== "Row") return [];
  if (call.expression.getText() !== "statement" && declared.parameters[0]?.name.getText() !== "name") return [];
  // Without type arguments, the compiler may infer a row from the place that takes the statement.
  const [row = checker.getTypeAtLocation(call).aliasTypeArguments?.[0], narrowed] = (call.typeArguments ?? []).map(
    (node) => checker.getTypeFromTypeNode(node),
  );
  if (row?.isTypeParameter() === true) return [];
  const file = path.relative(process.cwd(), call.getSourceFile().fileName);
  const names = namesOf(ts.isObjectLiteralExpression(first) ? propertyOf(first, "name") : first);
  if (names.length === 0)
    throw new Error(`${file} has a statement without a literal name: ${call.getText().slice(0, 80)}`);
  const isNarrowed = (name: string) =>
    narrowed !== undefined && checker.isTypeAssignableTo(checker.getStringLiteralType(name), narrowed);
  const properties =
    row === undefined || row.flags & ts.TypeFlags.NonPrimitive ? null : checker.getPropertiesOfType(row);
  const columns = properties?.map((one): [string, DeclaredColumn] => {
    const type = checker.getTypeOfSymbolAtLocation(one, call);
    return [one.name, { ...columnOf(type, checker), isNarrowed: isNarrowed(one.name) }];
  });
  const others = row?.getStringIndexType();
  return names.map((name) => ({
    file,
    ...name,
    columns: columns === undefined ? null : new Map(columns),
    others: others === undefined ? null : columnOf(others, checker),
  }));
}

function propertyOf(object: ts.ObjectLiteralExpression, name: string): ts.Expression | undefined {
  return object.properties.filter(ts.isPropertyAssignment).find((one) => one.name.getText() === name)?.initializer;
}

function namesOf(name: ts.Expression | undefined): { name: string; isPrefix: boolean }[] {
  if (name === undefined) return [];
  if (ts.isStringLiteralLike(name)) return [{ name: name.text, isPrefix: false }];
  return ts.isTemplateExpression(name) && name.head.text !== "" ? [{ name: name.head.text, isPrefix: true }] : [];
}

function columnOf(type: ts.Type, checker: ts.TypeChecker): DeclaredColumn {
  const parts = type.isUnion() ? type.types : [type];
  const values = parts.filter(({ flags }) => !(flags & (ts.TypeFlags.Null | ts.TypeFlags.Undefined)));
  const literals = values.flatMap((one) => (one.isStringLiteral() ? [one.value] : []));
  return {
    kinds: [...new Set(values.map((one) => kindOf(one, checker)))],
    isNullable: values.length < parts.length || Boolean(type.flags & ts.TypeFlags.Unknown),
    isNarrowed: false,
    literals: literals.length === values.length ? literals : null,
  };
}

/** The kind of a type that isn't a union; the type's own text for one that pg returns for no column. */
function kindOf(type: ts.Type, checker: ts.TypeChecker): string {
  const isA = (other: ts.Type) => checker.isTypeAssignableTo(type, other);
  if (type.flags & ts.TypeFlags.Any) return "any";
  if (isA(checker.getStringType())) return "text";
  if (isA(checker.getNumberType())) return "number";
  if (isA(checker.getBooleanType())) return "boolean";
  if (isA(checker.getBigIntType())) return "bigint";
  const name = checker.getApparentType(type).getSymbol()?.name;
  if (name === "Date") return "time";
  if (name === "Buffer") return "bytes";
  const element = checker.isArrayType(type) ? checker.getIndexTypeOfType(type, ts.IndexKind.Number) : undefined;
  const [kind, ...others] = element === undefined ? [] : columnOf(element, checker).kinds;
  return kind === undefined || kind === "json" || others.length > 0 ? "json" : `${kind}[]`;
}
