import ts from 'typescript';
import { violations } from '../harness/limits';
import { serviceFiles, type SourceFile, visitNodes } from '../harness/source-files';

/**
 * Words that software does not do, and words without a clear meaning. Write the standard term: send, receive, request,
 * register, store, accept, ended, or the name of the constant. All forms of a verb count.
 */
const AVOIDED = new Set(
  [
    'tell tells told telling say says said saying word words',
    'hear hears heard hearing',
    'ask asks asked asking',
    'hold holds held holding keep keeps kept keeping',
    'take takes took taken taking',
    'gone',
  ].flatMap((row) => row.split(' ')),
);
const VAGUE = /\bso +(?:long|often|many)\b/giu;

/**
 * Standard terms, which do not count: a hold whose kind is named (SIP hold, account hold, call hold, on hold), a hold's
 * timer, period or reason, and keep-alive.
 */
const TERMS =
  /\b(?:(?:sip|account|accounts|call|calls|on|set)(?:['’]s)?[ -](?:hold|holds)|hold[ -](?:timer|period|reason)s?|keep-?alives?|keep alive)\b/giu;

/** Phrases of speech on the phone: people do ask and say. */
const SPOKEN = /^src\/conversation\/offline\/lexicon\/|\/simulator\/speech\//u;

/** Here a word is what a person speaks, the standard term of speech recognition. */
const OF_SPEECH = /^src\/(?:conversation|speech|voice)\/|\/simulator\//u;

/**
 * Scanned: comments, and names where they are declared, split at capitals. Not scanned: uses of a name, since they follow
 * its declaration, also as a key of an object or a shorthand in a pattern; strings, since clients, carriers and the
 * database read them.
 */
function avoidedIn(file: SourceFile): string[] {
  const { comments, names } = read(file);
  const texts = [...comments.map(onOneLine), ...names.map(spaced)];
  return texts.flatMap((text) => {
    const rest = text.replace(TERMS, ' ');
    const words = rest.toLowerCase().match(/[a-z]+/gu) ?? [];
    const isMeant = (word: string) => !(/^words?$/u.test(word) && OF_SPEECH.test(file.path));
    return [
      ...words.filter((word) => AVOIDED.has(word) && isMeant(word)),
      ...(rest.match(VAGUE) ?? []).map((phrase) => phrase.toLowerCase().replace(/ +/u, ' ')),
    ];
  });
}

function read(file: SourceFile): { comments: string[]; names: string[] } {
  const names: string[] = [];
  const literals: ts.Node[] = [];
  const root = visitNodes(file, (node, parent) => {
    if (ts.isIdentifier(node) || ts.isPrivateIdentifier(node)) {
      if (isDeclared(node, parent)) names.push(node.text);
    } else if (
      ts.isLiteralExpression(node) ||
      ts.isTemplateMiddleOrTemplateTail(node) ||
      ts.isTemplateHead(node)
    )
      literals.push(node);
  });
  let code = '';
  let end = 0;
  for (const literal of literals) {
    code += file.text.slice(end, literal.getStart(root));
    end = literal.end;
  }
  code += file.text.slice(end);
  return { names, comments: code.match(/\/\*[^]*?\*\/|\/\/.*(?:\n\s*\/\/.*)*/gu) ?? [] };
}

function isDeclared(node: ts.Node, parent: ts.Node): boolean {
  if ((parent as Partial<ts.NamedDeclaration>).name !== node) return false;
  if (ts.isBindingElement(parent)) return parent.propertyName !== undefined;
  return !(
    ts.isPropertyAccessExpression(parent) ||
    ts.isPropertyAssignment(parent) ||
    ts.isShorthandPropertyAssignment(parent) ||
    ts.isImportSpecifier(parent) ||
    ts.isExportSpecifier(parent)
  );
}

/** A comment as one line: a phrase may be broken over two. */
const onOneLine = (comment: string) =>
  comment
    .split('\n')
    .map((line) => line.trim().replace(/^(?:\*|\/\/)/u, ''))
    .join(' ');

/** `isOnHold` as "is On Hold", `ACCOUNT_HOLDS` as "ACCOUNT HOLDS". */
const spaced = (name: string) =>
  name
    .replace(/([a-z\d])(?=[A-Z])/gu, '$1 ')
    .replace(/([A-Z])(?=[A-Z][a-z])/gu, '$1 ')
    .replace(/[^A-Za-z]+/gu, ' ');

describe('the words of the service', () => {
  it('avoids what the standard terms replace: at most 300 at the end', () => {
    const counted = serviceFiles()
      .filter(({ path }) => !SPOKEN.test(path))
      .map((file) => ({ path: file.path, words: avoidedIn(file) }));
    const total = counted.reduce((sum, { words }) => sum + words.length, 0);
    const worst = counted.sort((a, b) => b.words.length - a.words.length).slice(0, 15);
    const found = violations('words', { total });
    const files = worst.map(
      ({ path, words }) => `${words.length} ${path}: ${[...new Set(words)].join(', ')}`,
    );
    expect(found.length === 0 ? [] : [...found, ...files]).toEqual([]);
  });

  it.each([
    ['/** Tells whoever asks. */', ['tells', 'asks']],
    ['class HeldLeg { heard = true; #keep() { return this.told; } }', ['held', 'heard', 'keep']],
    ['// Waits for so\n// long.', ['so long']],
    ['/**\n * Waits for so\n * long.\n */', ['so long']],
    ['const { told } = { told: 1 };', []],
    ['const url = `http://${x /* said */}//told`;', ['said']],
    ['// The account hold ends; the line is on hold.\nconst accountHold = isOnHold;', []],
    ['// It holds the line.', ['holds']],
  ])('are counted in %j', (text, words) => expect(avoidedIn({ path: 'src/a.ts', text })).toEqual(words));
});
