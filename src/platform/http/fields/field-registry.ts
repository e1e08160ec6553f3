/** A request class; `readOnly` names fields of the resource that only answers have. */
export interface RequestClass<T extends object = object> {
  new (): T;
  readonly readOnly?: readonly string[];
}

/** The class of a field's own fields; null for a value that is validated as a whole. */
export type KnownField = (() => RequestClass) | null;

const FIELDS = new WeakMap<object, Map<string, KnownField>>();

/** Registers a field of a request class; called by the field decorators. */
export function registerField(target: object, name: string, nested: KnownField): void {
  const own = FIELDS.get(target.constructor) ?? new Map<string, KnownField>();
  FIELDS.set(target.constructor, own.set(name, nested));
}

const ALL = new WeakMap<object, ReadonlyMap<string, KnownField>>();

/** Includes inherited fields. */
export function knownFields(type: RequestClass): ReadonlyMap<string, KnownField> {
  let all = ALL.get(type);
  if (!all) {
    const parent = Object.getPrototypeOf(type) as RequestClass | null;
    all = new Map([...(parent?.prototype ? knownFields(parent) : []), ...(FIELDS.get(type) ?? [])]);
    ALL.set(type, all);
  }
  return all;
}

/** A problem inside a field: `path` follows its name, such as `[2]` or `.date`. */
export interface InnerProblem {
  readonly path: string;
  readonly message: string;
}

const INNER = new WeakMap<object, Map<string, readonly InnerProblem[]>>();

/** Stores problems found inside a field; class-validator has room for one message per field. */
export function addInnerProblems(instance: object, name: string, problems: readonly InnerProblem[]): void {
  const known = INNER.get(instance) ?? new Map<string, readonly InnerProblem[]>();
  INNER.set(instance, known.set(name, problems));
}

export function innerProblems(instance: object | undefined, name: string): readonly InnerProblem[] {
  return (instance && INNER.get(instance)?.get(name)) ?? [];
}

/** A client's value, hidden from class-transformer. */
export type Sealed = () => unknown;

export function unseal(value: unknown): unknown {
  return typeof value === 'function' ? (value as Sealed)() : value;
}
