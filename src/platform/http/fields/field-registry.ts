/** `readOnly` lists fields of the resource that only responses have. */
export interface RequestClass<T extends object = object> {
  new (): T;
  readonly readOnly?: readonly string[];
}

/** `null`: the value is validated as a whole. */
export type KnownField = (() => RequestClass) | null;

const FIELDS = new WeakMap<object, Map<string, KnownField>>();

export function registerField(target: object, name: string, nested: KnownField): void {
  const own = FIELDS.get(target.constructor) ?? new Map<string, KnownField>();
  FIELDS.set(target.constructor, own.set(name, nested));
}

const ALL = new WeakMap<object, ReadonlyMap<string, KnownField>>();

export function knownFields(type: RequestClass): ReadonlyMap<string, KnownField> {
  let all = ALL.get(type);
  if (!all) {
    const parent = Object.getPrototypeOf(type) as RequestClass | null;
    all = new Map([...(parent?.prototype ? knownFields(parent) : []), ...(FIELDS.get(type) ?? [])]);
    ALL.set(type, all);
  }
  return all;
}

/** `path` follows the field's name, such as `[2]` or `.date`. */
export interface InnerProblem {
  readonly path: string;
  readonly message: string;
}

const INNER = new WeakMap<object, Map<string, readonly InnerProblem[]>>();

/** class-validator has room for one message per field. */
export function addInnerProblems(instance: object, name: string, problems: readonly InnerProblem[]): void {
  const known = INNER.get(instance) ?? new Map<string, readonly InnerProblem[]>();
  INNER.set(instance, known.set(name, problems));
}

export function innerProblems(instance: object | undefined, name: string): readonly InnerProblem[] {
  return (instance && INNER.get(instance)?.get(name)) ?? [];
}

export type Sealed = () => unknown;

export function unseal(value: unknown): unknown {
  return typeof value === 'function' ? (value as Sealed)() : value;
}
