import { type AST, RegExpParser } from '@eslint-community/regexpp';

/** Limit of similar parts that are tried. */
const MAX_PREFIXES = 8;
const MAX_PUMPS = 6;
const MAX_WORDS = 24;

/** A text of about this length. */
export type Attack = (length: number) => string;

/** Texts made to keep one regular expression busy. */
export function attacksOn(pattern: RegExp): Attack[] {
  const parsed = parse(pattern);
  const words = new Set(parsed.alternatives.flatMap(variants).slice(0, MAX_WORDS));
  // What stands once at the beginning, and what is repeated behind it.
  const attacks = new Map<string, readonly [string, string]>();
  const add = (before: string, pump: string) => attacks.set(`${before}\0${pump}`, [before, pump]);
  const alike = new Map<string, number>();
  for (const quantifier of quantifiersOf(parsed)) {
    const seen = alike.get(quantifier.raw) ?? 0;
    alike.set(quantifier.raw, seen + 1);
    if (seen >= MAX_PREFIXES) continue;
    const before = prefixOf(quantifier);
    for (const pump of variants(quantifier.element).slice(0, MAX_PUMPS)) {
      words.add(pump);
      add(before, pump);
      add('', before + pump);
    }
  }
  for (const word of words) {
    add('', word);
    add(' ', `${word.trim()} `);
  }
  return [...attacks.values()].flatMap(([before, pump]) =>
    // What comes last keeps most patterns from matching, wherever they began.
    ['', '\n\u0001x'].map(
      (end): Attack =>
        (length) =>
          before + repeated(pump, length) + end,
    ),
  );
}

function parse({ source, flags }: RegExp): AST.Pattern {
  return new RegExpParser({ ecmaVersion: 2025 }).parsePattern(source, 0, source.length, {
    unicode: flags.includes('u'),
    unicodeSets: flags.includes('v'),
  });
}

function repeated(text: string, length: number): string {
  return text === '' ? '' : text.repeat(Math.max(1, Math.floor(length / text.length)));
}

function quantifiersOf(node: AST.Node): AST.Quantifier[] {
  const inner = childrenOf(node).flatMap(quantifiersOf);
  return node.type === 'Quantifier' && node.max > 1 ? [node, ...inner] : inner;
}

function childrenOf(node: AST.Node): readonly AST.Node[] {
  switch (node.type) {
    case 'Pattern':
    case 'Group':
    case 'CapturingGroup':
      return node.alternatives;
    case 'Alternative':
      return node.elements;
    case 'Quantifier':
      return [node.element];
    case 'Assertion':
      return 'alternatives' in node ? node.alternatives : [];
    default:
      return [];
  }
}

/** A text that the pattern has matched when it comes to this quantifier. */
function prefixOf(quantifier: AST.Quantifier): string {
  let before = '';
  let node: AST.Node = quantifier;
  for (let { parent } = node as { parent: AST.Node | null }; parent; parent = parent.parent) {
    if (parent.type === 'Alternative') {
      const at = parent.elements.indexOf(node as AST.Element);
      before = parent.elements.slice(0, at).map(shortest).join('') + before;
    }
    node = parent;
  }
  return before;
}

function shortest(node: AST.Node): string {
  return variants(node)[0] ?? '';
}

const MAX_VARIANTS = 24;

/** A few texts that the node matches, the shortest way through each of its alternatives. */
function variants(node: AST.Node): string[] {
  switch (node.type) {
    case 'Pattern':
    case 'Group':
    case 'CapturingGroup':
      return node.alternatives.flatMap(variants).slice(0, MAX_VARIANTS);
    case 'Alternative': {
      const parts = node.elements.map(variants);
      const most = Math.max(1, ...parts.map(({ length }) => length));
      return Array.from({ length: most }, (_, at) =>
        parts.map((part) => part[at % Math.max(1, part.length)] ?? '').join(''),
      );
    }
    case 'Quantifier':
      return variants(node.element).map((text) => text.repeat(Math.max(1, Math.min(node.min, 20))));
    case 'Character':
      return [node.raw.startsWith('\\') ? String.fromCodePoint(node.value) : node.raw];
    case 'CharacterSet':
    case 'CharacterClass':
      return SAMPLES.filter((sample) => matches(node, sample));
    default:
      return [];
  }
}

/** One character of each kind that patterns distinguish. */
const SAMPLES = Array.from('aA0 _-.?!,|({[<"\'/:\\\n\u0301\u0915\u09bf\u0b95\u0964\u{1F600}');

function matches(node: AST.CharacterSet | AST.CharacterClass | AST.ExpressionCharacterClass, sample: string) {
  return new RegExp(`^${node.raw}$`, 'su').test(sample);
}
