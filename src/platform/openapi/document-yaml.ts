import type { OpenAPIObject } from '@nestjs/swagger';
import { Document, isScalar, type Node, type Pair, visit } from 'yaml';

/** A node with fewer characters as JSON is on one line, in braces. */
const SHORT = 600;

/** Some readers reject more aliases as an attack: SnakeYAML more collections, `yaml` more of one part. */
const MAX_COLLECTION_ALIASES = 50;
const MAX_ALIASES = 99;

/** References of many operations; the group is the name that replaces one. */
const SHARED = /^#\/components\/(?:responses\/([\w-]+)|schemas\/(Error))$/;

/** Ids of examples, which are often the same. */
const EXAMPLE_ID = /^([a-z]+)_01kaf[0-9a-z]{21}$/;

/**
 * Compact, and equal in YAML 1.1 and 1.2. Frequent parts are written once: `headers: *RateLimit`, `agent_id: *agent`.
 */
export function documentYaml(document: OpenAPIObject): string {
  // A copy: one object may be in several places.
  const yaml = new Document(JSON.parse(JSON.stringify(document)), { compat: 'yaml-1.1' });
  visit(yaml, {
    Collection: (_, collection) => {
      if (JSON.stringify(collection).length < SHORT) collection.flow = true;
    },
    Scalar: (_, scalar) => {
      const { value } = scalar;
      // PyYAML reads a question mark in braces as a key.
      const isMisread = typeof value === 'string' && value.includes('?') && !value.includes('\n');
      if (isMisread) scalar.type = 'QUOTE_DOUBLE';
    },
  });
  new Aliases(yaml).replace();
  // A wider indentation would fill a tenth of the document.
  return yaml.toString({ indent: 1, indentSeq: false, lineWidth: 0, flowCollectionPadding: false });
}

/** Replaces repeated parts by aliases. */
class Aliases {
  readonly #first = new Map<string, { readonly node: Node; readonly json: string; aliases: number }>();
  #ofCollections = 0;

  constructor(private readonly document: Document) {}

  replace(): void {
    visit(this.document, { Pair: (_, pair) => this.#replace(pair as Pair<Node, Node | null>) });
  }

  #replace(pair: Pair<Node, Node | null>): symbol | undefined {
    const { value } = pair;
    const name = value && nameOf(String(pair.key), value);
    if (!name) return undefined;
    const json = JSON.stringify(value);
    const first = this.#first.get(name);
    if (!first) {
      this.#first.set(name, { node: value, json, aliases: 0 });
      return undefined;
    }
    const isCollection = !isScalar(value);
    if (first.json !== json || first.aliases >= MAX_ALIASES) return undefined;
    if (isCollection && this.#ofCollections >= MAX_COLLECTION_ALIASES) return undefined;
    if (isCollection) this.#ofCollections += 1;
    first.aliases += 1;
    pair.value = this.document.createAlias(first.node as Parameters<Document['createAlias']>[0], name);
    return visit.SKIP;
  }
}

/** `undefined`: the part is written out. */
function nameOf(key: string, node: Node): string | undefined {
  const value: unknown = isScalar(node) ? node.value : undefined;
  if (typeof value === 'string') {
    const shared = key === '$ref' ? SHARED.exec(value) : EXAMPLE_ID.exec(value);
    return shared?.slice(1).find(Boolean);
  }
  if (key !== 'headers') return undefined;
  const names = Object.keys(node.toJSON() as object);
  return names.length > 1 ? names.at(-1) : undefined;
}
