import { registerDecorator } from 'class-validator';

/** `readOnly` lists fields of the resource that only responses have. */
export interface RequestClass<T extends object = object> {
  new (): T;
  readonly readOnly?: readonly string[];
}

export interface KnownField {
  /** The class of an object with its own fields; `null`: the value is validated as a whole. */
  readonly nested: (() => RequestClass) | null;
  readonly clean: (value: unknown) => unknown;
  /** The problem of a cleaned value. */
  readonly problemOf: Problem;
}

const FIELDS = new WeakMap<object, Map<string, KnownField>>();

/** Reports each problem of a field as one constraint of class-validator. */
export function registerField(target: object, name: string, field: KnownField): void {
  const own = FIELDS.get(target.constructor) ?? new Map<string, KnownField>();
  FIELDS.set(target.constructor, own.set(name, field));
  registerDecorator({
    name: 'field',
    target: target.constructor,
    propertyName: name,
    validator: {
      validate: (value: unknown, args) => {
        const problem = field.problemOf(value);
        if (typeof problem === 'object' && args) addInnerProblems(args.object, args.property, problem);
        return !isProblem(problem);
      },
      defaultMessage: (args) => {
        const problem = field.problemOf(args?.value);
        return typeof problem === 'string' ? problem : 'holds values with problems';
      },
    },
  });
}

export function isProblem(problem: ReturnType<Problem>): boolean {
  return problem !== undefined && problem.length > 0;
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

/** Completes "FIELD …". */
export type Problem = (value: unknown) => string | readonly InnerProblem[] | undefined;

/** `path` follows the field's name, such as `[2]` or `.date`. */
export interface InnerProblem {
  readonly path: string;
  readonly message: string;
}

const INNER = new WeakMap<object, Map<string, readonly InnerProblem[]>>();

/** class-validator has room for one message per field. */
function addInnerProblems(instance: object, name: string, problems: readonly InnerProblem[]): void {
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
