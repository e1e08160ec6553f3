/** A request class; `readOnly` names the fields of the resource that only answers carry. */
export interface RequestClass<T extends object = object> {
  new (): T;
  readonly readOnly?: readonly string[];
}

/** What is known of a field: the class of its own fields, or null for a value that is checked as a whole. */
export type KnownField = (() => RequestClass) | null;

const FIELDS = new WeakMap<object, Map<string, KnownField>>();

/** Notes a field of a request class; the field decorators call it. */
export function registerField(target: object, name: string, nested: KnownField): void {
  const own = FIELDS.get(target.constructor) ?? new Map<string, KnownField>();
  FIELDS.set(target.constructor, own.set(name, nested));
}

const ALL = new WeakMap<object, ReadonlyMap<string, KnownField>>();

/** The fields of a request class, those of the classes it extends included. */
export function knownFields(type: RequestClass): ReadonlyMap<string, KnownField> {
  let all = ALL.get(type);
  if (!all) {
    const parent = Object.getPrototypeOf(type) as RequestClass | null;
    all = new Map([...(parent?.prototype ? knownFields(parent) : []), ...(FIELDS.get(type) ?? [])]);
    ALL.set(type, all);
  }
  return all;
}

/** What is wrong inside a field: `path` behind its name, such as `[2]` or `.date`. */
export interface InnerProblem {
  readonly path: string;
  readonly message: string;
}

const INNER = new WeakMap<object, Map<string, readonly InnerProblem[]>>();

/** Keeps what a check found inside a field of an instance; class-validator has room for one message a field. */
export function keepInner(instance: object, name: string, problems: readonly InnerProblem[]): void {
  const known = INNER.get(instance) ?? new Map<string, readonly InnerProblem[]>();
  INNER.set(instance, known.set(name, problems));
}

export function innerProblems(instance: object | undefined, name: string): readonly InnerProblem[] {
  return (instance && INNER.get(instance)?.get(name)) ?? [];
}

/** A caller's value, out of class-transformer's reach. */
export type Sealed = () => unknown;

export function unseal(value: unknown): unknown {
  return typeof value === 'function' ? (value as Sealed)() : value;
}
