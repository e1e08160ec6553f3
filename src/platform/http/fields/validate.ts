import { plainToInstance } from 'class-transformer';
import { validateSync, type ValidationError } from 'class-validator';
import { isObject, own } from '../../kernel/own';
import { type FieldProblem, MAX_PROBLEMS, shownField } from '../../kernel/domain-error';
import { innerProblems, isProblem, knownFields, type RequestClass, type Sealed } from './field-registry';

/** Contains each problem field once. */
export interface Checked<T> {
  readonly value: T;
  readonly problems: readonly FieldProblem[];
}

type Plain = Record<string, unknown>;

/** `prefix` precedes every field (`calls[3].`). Stops after `most` problems (R53). */
export function checkFields<T extends object>(
  type: RequestClass<T>,
  raw: object,
  prefix = '',
  most = MAX_PROBLEMS,
): Checked<T> {
  const fine = accept(type, raw as Plain);
  if (fine !== null) return { value: fine, problems: [] };
  const unknown: FieldProblem[] = [];
  const value = plainToInstance(type, seal(type, raw as Plain, prefix, unknown, most));
  if (unknown.length >= most) return { value, problems: unknown };
  const errors = validateSync(value, { stopAtFirstError: true, forbidUnknownValues: false });
  const problems = [...unknown, ...errors.flatMap((error) => flatten(error, prefix))];
  return { value, problems: problems.slice(0, most) };
}

/**
 * The same value from the same fields, when nothing is wrong: class-transformer and class-validator need several times
 * as long, and only their reports of problems are worth it. `null`: something is wrong.
 */
function accept<T extends object>(type: RequestClass<T>, raw: Plain): T | null {
  const fields = knownFields(type);
  const value = new Map<string, unknown>();
  for (const name of Object.keys(raw)) {
    const known = fields.get(name);
    if (known === undefined) return null;
    const clean = known.clean(own(raw, name));
    const inner = known.nested !== null && isObject(clean) ? accept(known.nested(), clean) : clean;
    if (inner === null && clean !== null) return null;
    value.set(name, inner);
  }
  for (const [name, { problemOf }] of fields) {
    if (isProblem(problemOf(value.get(name)))) return null;
  }
  return Object.assign(new type(), Object.fromEntries(value));
}

/** class-transformer would walk into a client's objects and call what is named `constructor`: functions hide them. */
function seal(type: RequestClass, raw: Plain, prefix: string, problems: FieldProblem[], most: number): Plain {
  const known = knownFields(type);
  const sealed: [string, Sealed | Plain][] = [];
  for (const name of Object.keys(raw)) {
    if (problems.length >= most) break;
    const value = own(raw, name);
    const field = known.get(name);
    if (field === undefined) problems.push(unknownField(type, name, prefix));
    else if (field.nested === null || !isObject(value)) sealed.push([name, () => value]);
    else sealed.push([name, seal(field.nested(), value, `${prefix}${name}.`, problems, most)]);
  }
  return Object.fromEntries(sealed);
}

function unknownField(type: RequestClass, name: string, prefix: string): FieldProblem {
  const message = type.readOnly?.includes(name) ? 'is read-only' : 'is not a known field';
  return { field: shownField(`${prefix}${name}`), message };
}

function flatten(
  { target, property, constraints, children = [] }: ValidationError,
  prefix: string,
): FieldProblem[] {
  const field = `${prefix}${property}`;
  const inner = innerProblems(target, property);
  if (inner.length > 0)
    return inner.map(({ path, message }) => ({ field: shownField(`${field}${path}`), message }));
  if (constraints?.['field'] !== undefined) return [{ field, message: constraints['field'] }];
  if (constraints?.['nestedValidation'] !== undefined) return [{ field, message: 'must be a JSON object' }];
  return children.flatMap((child) => flatten(child, `${field}.`));
}
