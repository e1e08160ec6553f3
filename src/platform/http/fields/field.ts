import { applyDecorators } from '@nestjs/common';
import { ApiProperty, type ApiPropertyOptions } from '@nestjs/swagger';
import { Transform } from 'class-transformer';
import { type Problem, registerField, unseal } from './field-registry';
import { own } from '../../kernel/own';

export interface FieldOptions {
  readonly required?: boolean;
  /** In a PATCH, null is refused unless `nullable`; elsewhere null means omitted. */
  readonly patch?: boolean;
  readonly nullable?: boolean;
  readonly description?: string;
  readonly example?: unknown;
  readonly default?: unknown;
}

/** Declares a field with one constraint, so that it is reported once. `clean` may convert text before. */
export function field(
  options: FieldOptions,
  api: ApiPropertyOptions,
  problemOf: Problem,
  clean?: (value: unknown) => unknown,
) {
  const absentIsNull = !options.patch;
  const mayBeNull = options.nullable ?? (absentIsNull && !options.required);
  const cleaned = (value: unknown): unknown => {
    if (value === null || value === undefined) return absentIsNull && !options.required ? undefined : value;
    return clean ? clean(value) : value;
  };
  const check: Problem = (value) => {
    if (value === undefined) return options.required ? 'is required' : undefined;
    if (value === null) {
      if (options.nullable) return undefined;
      return options.required && !options.patch ? 'is required' : 'must not be null';
    }
    return problemOf(value);
  };
  return applyDecorators(
    ApiProperty(documented(options, api, mayBeNull)),
    Transform(({ obj, key }) => cleaned(unseal(own(obj as Record<string, unknown>, key)))),
    (target: object, name: string | symbol) => {
      registerField(target, name as string, { nested: null, clean: cleaned, problemOf: check });
    },
  );
}

function documented(
  { required = false, description, example, default: preset }: FieldOptions,
  api: ApiPropertyOptions,
  mayBeNull: boolean,
): ApiPropertyOptions {
  const { required: names } = api as { readonly required?: unknown };
  return {
    ...api,
    // Names of an object's own fields leave the property itself another option.
    ...(Array.isArray(names) ? { required: names, selfRequired: required } : { required }),
    ...(mayBeNull && { nullable: true }),
    ...(description !== undefined && { description }),
    ...(example !== undefined && { example }),
    ...(preset !== undefined && { default: preset }),
  } as ApiPropertyOptions;
}
