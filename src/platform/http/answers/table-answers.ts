import type { Field as TableField, FieldKind, FieldTable } from '../../kernel/field-table';
import type { SnakeCase } from '../../kernel/snake-case';
import { snakeCase } from '../../kernel/snake-case';
import {
  choice,
  decimal,
  type Field,
  flag,
  inline,
  listOfPlain,
  mapOf,
  nullable,
  phone,
  text,
  whole,
} from './answer';

type IsNullable<F extends TableField> = F['options'] extends { readonly nullable: true } ? true : false;

/** The fields of a table as a response has them: none is absent, nullable ones may be null. */
export type TableAnswers<T extends FieldTable> = {
  readonly [Name in keyof T & string as SnakeCase<Name>]: Field<false, IsNullable<T[Name]>>;
};

export function answersOf<T extends FieldTable>(table: T): TableAnswers<T> {
  return Object.fromEntries(
    Object.entries(table).map(([property, field]) => [snakeCase(property), answerField(field)]),
  ) as unknown as TableAnswers<T>;
}

function answerField({ type, options }: TableField): Field {
  const field = answerOf(type, options.description);
  return options.nullable ? nullable(field) : field;
}

/** A value of a kind. */
export function answerOf(type: FieldKind, description = ''): Field<false, false> {
  switch (type.kind) {
    case 'text':
      return text(
        description,
        type.max === null ? {} : { ...(type.min > 0 && { minLength: type.min }), maxLength: type.max },
      );
    case 'flag':
      return flag(description);
    case 'choice':
      return choice(type.values, description);
    case 'number': {
      const range = { minimum: type.min, maximum: type.max };
      return type.whole ? whole(description, range) : decimal(description, range);
    }
    case 'phone':
      return phone(description);
    case 'free':
      return mapOf(null, description);
    case 'list':
      return listOfPlain(answerOf(type.item.type, type.item.options.description), description);
    case 'object':
      return inline<object>(description, answersOf(type.fields));
  }
}
