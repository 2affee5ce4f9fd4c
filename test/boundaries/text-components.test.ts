import { globSync } from "node:fs";
import ts from "typescript";
import { expect, test } from "vitest";

const paths = globSync("{app,components}/**/*.tsx");

/** Lists the components that can return text, which would share a parent with other nodes (components/jsx). */
function textComponents(program: ts.Program, files: readonly string[]): string[] {
  const checker = program.getTypeChecker();
  const isText = (type: ts.Type): boolean => {
    if (type.isUnion()) return type.types.some(isText);
    if (checker.isArrayType(type)) return checker.getTypeArguments(type as ts.TypeReference).some(isText);
    return (type.flags & (ts.TypeFlags.StringLike | ts.TypeFlags.NumberLike)) !== 0;
  };
  return files.flatMap((file) => {
    const found: string[] = [];
    for (const node of program.getSourceFile(file)?.statements ?? []) {
      if (!ts.isFunctionDeclaration(node) || !/^[A-Z]/.test(node.name?.text ?? "")) continue;
      const signature = checker.getSignatureFromDeclaration(node);
      if (signature !== undefined && isText(checker.getReturnTypeOfSignature(signature)))
        found.push(`${file} ${node.name?.text}`);
    }
    return found;
  });
}

const host = { ...ts.sys, onUnRecoverableConfigFileDiagnostic: () => undefined };
const options = ts.getParsedCommandLineOfConfigFile("tsconfig.json", {}, host)?.options ?? {};

test("no component returns text", () => {
  expect(paths.length).toBeGreaterThan(250);
  expect(textComponents(ts.createProgram(paths, options), paths)).toEqual([]);
});

test("a component that returns text is found", () => {
  const file = "components/found.tsx";
  const text = "export function Found({ word }: { word: string | null }) {\n  return word ?? <b>none</b>;\n}\n";
  const reader = ts.createCompilerHost(options);
  const { getSourceFile, fileExists } = reader;
  reader.fileExists = (name) => name === file || fileExists(name);
  reader.getSourceFile = (name, ...more) =>
    name === file ? ts.createSourceFile(name, text, ts.ScriptTarget.ES2024) : getSourceFile(name, ...more);
  expect(textComponents(ts.createProgram([file], options, reader), [file])).toEqual([`${file} Found`]);
});
