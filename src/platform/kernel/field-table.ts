/**
 * Field tables: each field of a resource once. Requests (`newRequestOf`, `changeRequestOf`), responses (`answersOf`),
 * entity columns (`columnsOf`) and the console's limits derive from them.
 */
declare const VALUE: unique symbol;

/** How a value is checked and stored. Lengths are in Unicode code points. */
export type FieldKind =
  | {
      readonly kind: 'text';
      readonly min: number;
      /** null: without a limit. */
      readonly max: number | null;
      readonly trim: boolean;
      /** An additional rule for text of a valid length; it completes "FIELD …". */
      readonly problemOf?: (value: string) => string | undefined;
    }
  | { readonly kind: 'flag' }
  | { readonly kind: 'choice'; readonly values: readonly string[] }
  | { readonly kind: 'number'; readonly min: number; readonly max: number; readonly whole: boolean }
  /** E.164 after cleaning. */
  | { readonly kind: 'phone' }
  | ObjectKind
  | ListKind
  /** A JSON object with keys of the client. */
  | { readonly kind: 'free' };

interface ObjectKind<T extends FieldTable = FieldTable> {
  readonly kind: 'object';
  readonly fields: T;
  /** Names of further fields, which only responses have. */
  readonly readOnly?: readonly string[];
}

interface ListKind<F extends Field = Field> {
  readonly kind: 'list';
  readonly minItems?: number;
  readonly maxItems: number;
  readonly item: F;
  /** Replaces the check of the items and of their number; it completes "FIELD …". */
  readonly problemOf?: ListProblem;
}

type ListProblem = (
  value: readonly unknown[],
) => string | readonly { readonly path: string; readonly message: string }[] | undefined;

export interface FieldOptions {
  readonly description?: string;
  readonly example?: unknown;
  /** A new resource must have it. */
  readonly required?: boolean;
  readonly nullable?: boolean;
  /** The value of a new resource without it; a nullable field has null. */
  readonly default?: unknown;
  /** For a field of an object: null means left out, so that the default applies. */
  readonly nullIsDefault?: boolean;
}

/** A field; `Value` as the domain has it. */
export interface Field<
  Value = unknown,
  Options extends FieldOptions = FieldOptions,
  Kind extends FieldKind = FieldKind,
> {
  readonly type: Kind;
  readonly options: Options;
  readonly [VALUE]?: Value;
}

export type FieldTable = Readonly<Record<string, Field>>;

/** The domain's value of a field. */
export type ValueOf<F> =
  F extends Field<infer Value, infer Options>
    ? Options extends { readonly nullable: true }
      ? Value | null
      : Value
    : never;

/** The domain's values of a table's fields. */
export type ValuesOf<T extends FieldTable> = { readonly [Name in keyof T]: ValueOf<T[Name]> };

export type RequiredNames<T extends FieldTable> = {
  [Name in keyof T]: T[Name]['options'] extends { readonly required: true } ? Name : never;
}[keyof T];

/** Input of a new resource; null and undefined for an optional field mean left out. */
export type NewValues<T extends FieldTable> = Pick<ValuesOf<T>, RequiredNames<T>> & {
  readonly [Name in Exclude<keyof T, RequiredNames<T>>]?: ValueOf<T[Name]> | null | undefined;
};

/** Input of a change: fields that were sent. */
export type ChangedValues<T extends FieldTable> = {
  readonly [Name in keyof T]?: ValueOf<T[Name]> | undefined;
};

function field<Value, const Options extends FieldOptions, Kind extends FieldKind>(
  type: Kind,
  options: Options,
): Field<Value, Options, Kind> {
  return { type, options };
}

interface TextOptions extends FieldOptions {
  /** At least 1 for a required text. */
  readonly min?: number;
  readonly max?: number;
  readonly trim?: boolean;
  readonly problemOf?: (value: string) => string | undefined;
}

export function text<const Options extends TextOptions>(options: Options): Field<string, Options> {
  const { min = options.required ? 1 : 0, max = null, trim = false, problemOf } = options;
  return field({ kind: 'text', min, max, trim, ...(problemOf && { problemOf }) }, options);
}

export function flag<const Options extends FieldOptions>(options: Options): Field<boolean, Options> {
  return field({ kind: 'flag' }, options);
}

export function choice<const Value extends string, const Options extends FieldOptions>(
  values: readonly Value[],
  options: Options,
): Field<Value, Options> {
  return field({ kind: 'choice', values }, options);
}

interface NumberOptions extends FieldOptions {
  readonly min: number;
  readonly max: number;
  readonly whole?: boolean;
}

export function number<const Options extends NumberOptions>(options: Options): Field<number, Options> {
  const { min, max, whole = false } = options;
  return field({ kind: 'number', min, max, whole }, options);
}

export function phone<const Options extends FieldOptions>(options: Options): Field<string, Options> {
  return field({ kind: 'phone' }, options);
}

interface ObjectOptions extends FieldOptions {
  /** As sent: `next_call_id`. */
  readonly readOnly?: readonly string[];
}

/** A JSON object with exactly these fields. */
export function object<const T extends FieldTable, const Options extends ObjectOptions>(
  fields: T,
  options: Options,
): Field<ValuesOf<T>, Options, ObjectKind<T>> {
  const { readOnly } = options;
  return field({ kind: 'object', fields, ...(readOnly && { readOnly }) }, options);
}

/** A JSON object with keys of the client, as the item of a list. */
export function free<Value extends object>(description: string): Field<Value> {
  return field({ kind: 'free' }, { description });
}

interface ListOptions extends FieldOptions {
  readonly minItems?: number;
  readonly maxItems: number;
  readonly problemOf?: ListProblem;
}

export function list<F extends Field, const Options extends ListOptions>(
  item: F,
  options: Options,
): Field<readonly ValueOf<F>[], Options, ListKind<F>> {
  const { minItems, maxItems, problemOf } = options;
  const bounds = { ...(minItems && { minItems }), maxItems };
  return field({ kind: 'list', ...bounds, item, ...(problemOf && { problemOf }) }, options);
}

interface TextsOptions extends ListOptions {
  readonly itemMax: number;
  readonly itemProblemOf?: (value: string) => string | undefined;
}

/** A list of texts of 1 to `itemMax` code points each. */
export function texts<const Options extends TextsOptions>(
  options: Options,
): Field<readonly string[], Options> {
  const { itemMax: max, maxItems, itemProblemOf: problemOf } = options;
  const type = { kind: 'text', min: 1, max, trim: false, ...(problemOf && { problemOf }) } as const;
  const item: Field = { type, options: {} };
  return field({ kind: 'list', maxItems, item }, options);
}

/** Names of a table's fields, in its order. */
export function namesOf<T extends FieldTable>(table: T): readonly (keyof T & string)[] {
  return Object.keys(table);
}

/** The default of an optional field; undefined: the field is required, or the entity chooses. */
export function defaultOf({ options }: Field): unknown {
  return options.nullable ? (options.default ?? null) : options.default;
}
