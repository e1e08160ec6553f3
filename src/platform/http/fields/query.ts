import { type FieldProblem, shownField } from '../../kernel/domain-error';

export interface ReadQuery {
  readonly values: Record<string, string>;
  readonly problems: FieldProblem[];
}

/** A repeated or undecodable parameter is a problem. */
export function readQuery(url: string): ReadQuery {
  const at = url.indexOf('?');
  const values = Object.create(null) as Record<string, string>;
  const problems: FieldProblem[] = [];
  const spoilt = new Set<string>();
  const addProblem = (field: string, message: string) => {
    spoilt.add(field);
    problems.push({ field: shownField(field), message });
  };
  const text = at < 0 ? '' : url.slice(at + 1);
  for (const pair of text.split('&')) {
    if (pair === '') continue;
    const equals = pair.indexOf('=');
    const name = decode(equals < 0 ? pair : pair.slice(0, equals));
    const value = decode(equals < 0 ? '' : pair.slice(equals + 1));
    const field = `query.${name ?? pair}`;
    if (spoilt.has(field)) continue;
    if (name === undefined || value === undefined) addProblem(field, 'must be percent-encoded UTF-8');
    else if (Object.hasOwn(values, name)) addProblem(field, 'must be sent once');
    // eslint-disable-next-line service/no-inherited-look-up -- it has no prototype.
    else values[name] = value;
  }
  return { values, problems };
}

function decode(text: string): string | undefined {
  try {
    return decodeURIComponent(text.replaceAll('+', ' '));
  } catch {
    return undefined;
  }
}
