import { plainToInstance } from 'class-transformer';
import { validateSync, type ValidationError } from 'class-validator';
import type { FieldProblem } from '../kernel/domain-error';

/** A request class; `readOnly` names the fields of the resource that only answers carry. */
export interface RequestClass<T extends object = object> {
  new (): T;
  readonly readOnly?: readonly string[];
}

/** What became of a request's fields: the instance, and every problem field once. */
export interface Checked<T> {
  readonly value: T;
  readonly problems: readonly FieldProblem[];
}

/** class-transformer drops these keys silently; to us they are unknown fields like any other. */
const DROPPED_KEYS = ['__proto__', 'constructor'];

/** Checks a plain object against a request class. `prefix` stands before every field (`calls[3].`). */
export function checkFields<T extends object>(type: RequestClass<T>, raw: object, prefix = ''): Checked<T> {
  const value = plainToInstance(type, raw);
  const errors = validateSync(value, {
    whitelist: true,
    forbidNonWhitelisted: true,
    stopAtFirstError: true,
    forbidUnknownValues: false,
  });
  const problems = errors.flatMap((error) => flatten(error, prefix, type.readOnly ?? []));
  for (const key of DROPPED_KEYS) {
    if (Object.hasOwn(raw, key)) problems.push({ field: `${prefix}${key}`, message: 'is not a known field' });
  }
  return { value, problems };
}

function flatten(error: ValidationError, prefix: string, readOnly: readonly string[]): FieldProblem[] {
  const field = `${prefix}${error.property}`;
  const { constraints } = error;
  if (constraints?.['whitelistValidation'] !== undefined) {
    const message = readOnly.includes(error.property) ? 'is read-only' : 'is not a known field';
    return [{ field, message }];
  }
  if (constraints?.['nestedValidation'] !== undefined) return [{ field, message: 'must be a JSON object' }];
  if (constraints?.['field'] !== undefined) return [{ field, message: constraints['field'] }];
  return (error.children ?? []).flatMap((child) => flatten(child, `${field}.`, []));
}
