import { readdirSync, readFileSync } from 'node:fs';
import { join, relative, resolve } from 'node:path';
import ts from 'typescript';

const ROOT = resolve(__dirname, '../..');
const CODE = /\.(?:ts|tsx|mjs|cjs)$/u;
const GENERATED = /\.gen\.ts$|\.d\.ts$/u;

/** A file of code that is written by hand. */
export interface SourceFile {
  /** From the root of the repository. */
  readonly path: string;
  readonly text: string;
}

/** The files of code below a folder, sorted, without generated ones. */
export function filesBelow(folder: string): SourceFile[] {
  return readdirSync(join(ROOT, folder), { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && CODE.test(entry.name) && !GENERATED.test(entry.name))
    .map((entry) => relative(ROOT, join(entry.parentPath, entry.name)))
    .filter((path) => !path.includes('node_modules'))
    .sort()
    .map((path) => ({ path, text: readFileSync(join(ROOT, path), 'utf8') }));
}

/** The files of the service without their specs. */
export function serviceFiles(): SourceFile[] {
  return filesBelow('src').filter(({ path }) => !path.endsWith('.spec.ts'));
}

/** Visits each node of a file with its parent, the parent first. */
export function visitNodes(file: SourceFile, visit: (node: ts.Node, parent: ts.Node) => void): ts.SourceFile {
  const root = ts.createSourceFile(file.path, file.text, {
    languageVersion: ts.ScriptTarget.Latest,
    jsDocParsingMode: ts.JSDocParsingMode.ParseNone,
  });
  const descend = (node: ts.Node, parent: ts.Node): void => {
    visit(node, parent);
    ts.forEachChild(node, (child) => descend(child, node));
  };
  descend(root, root);
  return root;
}
