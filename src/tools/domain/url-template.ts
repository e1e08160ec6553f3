import { own } from '../../platform/kernel/own';
import { codePointLength } from '../../platform/kernel/text';
import type { Arguments } from './arguments';

/** A whole path segment, or the whole value of a query parameter. */
const PLACE = /\{([A-Za-z_][A-Za-z0-9_]*)\}/gu;
const WHOLE_PLACE = /^\{[A-Za-z_][A-Za-z0-9_]*\}$/u;
const MAX_VALUE_LENGTH = 200;

function namesInUrl(url: string): readonly string[] {
  return [...url.matchAll(PLACE)].map(([, name = '']) => name);
}

/** The URL with a plain text in each place, as it is checked. */
export function plainUrl(url: string): string {
  return url.replace(PLACE, 'x');
}

/** Completes "url …". */
export function templateProblem(url: string, known: ReadonlySet<string>): string | undefined {
  const [sent = ''] = url.split('#', 1);
  const [path = '', ...query] = sent.split('?');
  const [, origin = '', segments = ''] = /^([a-z][a-z0-9+.-]*:\/\/[^/]*)((?:\/.*)?)$/iu.exec(path) ?? [];
  if (/[{}]/u.test(origin)) return 'must have no {name} in its host';
  const values = query
    .join('?')
    .split('&')
    .map((pair) => pair.split('=').slice(1).join('='));
  const places = [...segments.split('/'), ...values].filter((place) => WHOLE_PLACE.test(place));
  if (2 * places.length !== (url.match(/[{}]/gu)?.length ?? 0)) {
    return 'may have {name} only as a whole path segment or query value';
  }
  const unknown = namesInUrl(url).find((name) => !known.has(name));
  return unknown === undefined
    ? undefined
    : `has {${unknown}}, which is neither a required parameter nor a fixed argument`;
}

export type FilledUrl =
  | { readonly url: string; readonly used: ReadonlySet<string> }
  | { readonly name: string; readonly message: string };

export function fillUrl(template: string, values: Arguments): FilledUrl {
  for (const name of namesInUrl(template)) {
    const text = textOf(own(values, name));
    if (text === '' || text === '.' || text === '..' || codePointLength(text) > MAX_VALUE_LENGTH) {
      return {
        name,
        message: `must have 1 to ${MAX_VALUE_LENGTH} characters and not be . or .., for the URL`,
      };
    }
  }
  const url = template.replace(PLACE, (_, name: string) => encode(textOf(own(values, name))));
  return { url, used: new Set(namesInUrl(template)) };
}

/** Lists and objects as JSON. */
export function withQuery(url: string, values: Arguments): string {
  const pairs = Object.entries(values).map(([name, value]) => `${encode(name)}=${encode(textOf(value))}`);
  if (pairs.length === 0) return url;
  const [whole = '', hash] = url.split('#', 2);
  const join = whole.includes('?') ? (/[?&]$/u.test(whole) ? '' : '&') : '?';
  return `${whole}${join}${pairs.join('&')}${hash === undefined ? '' : `#${hash}`}`;
}

/** A text as it is, another value as JSON; empty without one. */
export function textOf(value: unknown): string {
  if (value === undefined || value === null) return '';
  return typeof value === 'string' ? value : JSON.stringify(value);
}

function encode(text: string): string {
  return encodeURIComponent(text.toWellFormed()).replace(
    /[!'()*]/gu,
    (character) => `%${character.charCodeAt(0).toString(16).toUpperCase()}`,
  );
}
