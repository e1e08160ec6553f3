import { applyDecorators } from '@nestjs/common';
import { ApiProperty, type ApiPropertyOptions } from '@nestjs/swagger';
import { Transform, Type } from 'class-transformer';
import { ValidateNested } from 'class-validator';
import { parseInstant } from '../../kernel/instant';
import { choiceProblem, cleanKind, numberProblem, phoneProblem, textProblem } from './field-kinds';
import { field, type FieldOptions } from './field';
import { type InnerProblem, type Problem, registerField, unseal } from './field-registry';
import { isObject } from '../../kernel/own';
import { DAY_MS } from '../../kernel/time/durations';

export type { FieldOptions };

export interface TextOptions extends FieldOptions {
  readonly max: number;
  readonly min?: number;
  /** Names and e-mails are trimmed; scripts stay unchanged. */
  readonly trim?: boolean;
  readonly problemOf?: (value: string) => string | undefined;
  readonly format?: string;
}

/** Text; its length counts in Unicode code points. A required text is not empty. */
export function Text(options: TextOptions): PropertyDecorator {
  const min = options.min ?? (options.required ? 1 : 0);
  return field(
    options,
    {
      type: 'string',
      maxLength: options.max,
      ...(min > 0 ? { minLength: min } : {}),
      ...(options.format === undefined ? {} : { format: options.format }),
    },
    (value) => textProblem(value, { min, max: options.max }) ?? options.problemOf?.(value as string),
    options.trim ? (value) => (typeof value === 'string' ? value.trim() : value) : undefined,
  );
}

/** Items have 1 to `itemMax` code points. Problems contain the item's index. */
export function TextList(
  options: FieldOptions & { maxItems: number; itemMax: number } & Pick<TextOptions, 'problemOf'>,
): PropertyDecorator {
  return field(
    options,
    {
      type: 'array',
      maxItems: options.maxItems,
      items: { type: 'string', minLength: 1, maxLength: options.itemMax },
    },
    (value) => {
      if (!Array.isArray(value)) return 'must be an array of strings';
      if (value.length > options.maxItems)
        return `must have at most ${options.maxItems} items (it has ${value.length})`;
      return itemProblems(
        value,
        (item) => textProblem(item, { min: 1, max: options.itemMax }) ?? options.problemOf?.(item as string),
      );
    },
  );
}

export function itemProblems(
  items: readonly unknown[],
  problemOf: (item: unknown) => string | undefined,
): InnerProblem[] {
  return items.flatMap((item, at) => {
    const message = problemOf(item);
    return message === undefined ? [] : [{ path: `[${at}]`, message }];
  });
}

export function Flag(options: FieldOptions & { inQuery?: boolean }): PropertyDecorator {
  return field(
    options,
    { type: 'boolean' },
    (value) => (typeof value === 'boolean' ? undefined : 'must be true or false'),
    options.inQuery ? (value) => (value === 'true' ? true : value === 'false' ? false : value) : undefined,
  );
}

export function Choice(values: readonly string[], options: FieldOptions): PropertyDecorator {
  return field(options, { type: 'string', enum: [...values] }, (value) => choiceProblem(value, values));
}

export function NumberBetween(
  min: number,
  max: number,
  options: FieldOptions & { whole?: boolean; fromText?: boolean },
): PropertyDecorator {
  const kind = options.whole ? 'integer' : 'number';
  return field(
    options,
    { type: kind, minimum: min, maximum: max },
    (value) => numberProblem(value, { min, max, whole: options.whole ?? false }),
    options.fromText ? wholeNumberOf : undefined,
  );
}

function wholeNumberOf(value: unknown): unknown {
  return typeof value === 'string' && /^-?\d{1,15}$/.test(value) ? Number(value) : value;
}

/** The clock of rules such as "at most 30 days ahead"; the request guard sets it. */
export const fieldClock = { nowMs: (): number => Date.now() };

/**
 * With an offset or Z; becomes a Date. In a query, the plus sign arrives as a space and is restored; `isEnd` excludes
 * the instant from a range.
 */
export function Instant(
  options: FieldOptions & { maxDaysAhead?: number; inQuery?: boolean; isEnd?: boolean },
): PropertyDecorator {
  const { maxDaysAhead, inQuery, isEnd } = options;
  return field(
    options,
    { type: 'string', format: 'date-time' },
    (value) => {
      if (!(value instanceof Date))
        return 'must be an instant with an offset or Z, such as 2026-11-21T09:00:00Z';
      if (maxDaysAhead === undefined || value.getTime() <= fieldClock.nowMs() + maxDaysAhead * DAY_MS)
        return undefined;
      return `must be at most ${maxDaysAhead} days ahead`;
    },
    (value) => {
      if (typeof value !== 'string') return value;
      const text = inQuery ? value.replace(/ (?=[\d:]+$)/, '+') : value;
      return parseInstant(text, isEnd ? 'up' : 'down') ?? value;
    },
  );
}

export function Phone(options: FieldOptions): PropertyDecorator {
  return applyDecorators(
    field(
      options,
      {
        type: 'string',
        description: 'E.164; spaces, dots, dashes and brackets are dropped.',
        example: '+919876540001',
      },
      phoneProblem,
      (value) => cleanKind({ kind: 'phone' }, value),
    ),
    (target: object, name: string | symbol) => {
      PHONE_FIELDS.set(target.constructor, [...(PHONE_FIELDS.get(target.constructor) ?? []), name as string]);
    },
  );
}

const PHONE_FIELDS = new WeakMap<object, readonly string[]>();

/** The phone fields of a class and of its base classes. */
export function phoneFields(type: object): readonly string[] {
  const base: unknown = Object.getPrototypeOf(type);
  const inherited = typeof base === 'function' ? phoneFields(base) : [];
  return [...inherited, ...(PHONE_FIELDS.get(type) ?? [])];
}

/** Stored as sent. `problemOf` adds rules. */
export function JsonObject(
  options: FieldOptions & {
    readonly api?: ApiPropertyOptions;
    readonly problemOf?: (value: object) => ReturnType<Problem>;
  },
): PropertyDecorator {
  const api = { type: 'object', additionalProperties: true, ...options.api } as ApiPropertyOptions;
  return field(options, api, (value) => {
    if (!isObject(value)) return 'must be a JSON object';
    return options.problemOf?.(value);
  });
}

export function Json(
  options: FieldOptions & { api: ApiPropertyOptions; problemOf: Problem },
): PropertyDecorator {
  return field(options, options.api, options.problemOf);
}

/** Text without a length limit; a wrong value is a 404 or 422 later. */
export function AnyText({
  min = 0,
  ...options
}: FieldOptions & { min?: number; format?: string }): PropertyDecorator {
  const { format, ...field } = options;
  return Json({
    ...field,
    api: {
      type: 'string',
      ...(min > 0 ? { minLength: min } : {}),
      ...(format === undefined ? {} : { format }),
    },
    problemOf: (value) => textProblem(value, { min, max: Infinity }),
  });
}

export function Nested(type: () => new () => object, options: FieldOptions = {}): PropertyDecorator {
  const clean = (value: unknown): unknown => value ?? undefined;
  const problemOf: Problem = (value) => {
    if (value === undefined) return options.required ? 'is required' : undefined;
    return isObject(value) ? undefined : 'must be a JSON object';
  };
  return applyDecorators(
    // Swagger identifies a lazy type by its function's name.
    ApiProperty({ type: () => type(), required: options.required ?? false, nullable: !options.required }),
    Type(type),
    Transform(({ value }: { value: unknown }) => clean(unseal(value))),
    ValidateNested(),
    (target: object, name: string | symbol) => {
      registerField(target, name as string, { nested: type, clean, problemOf });
    },
  );
}
