import { type FieldProblem, invalidRequest } from '../../kernel/domain-error';
import type { RequestClass } from './field-registry';
import { EmptyQuery } from './page.request';
import { readQuery } from './query';
import { checkFields } from './validate';

interface CheckedQuery {
  readonly value: object;
  /** Each field has its first problem alone. */
  readonly problems: readonly FieldProblem[];
}

/** The query of a URL. @param type null: none is allowed */
export function checkedQuery(type: RequestClass | null, url: string): CheckedQuery {
  const { values, problems } = readQuery(url);
  if (type === null && problems.length === 0 && Object.keys(values).length === 0) {
    return { value: new EmptyQuery(), problems };
  }
  const checked = checkFields(type ?? EmptyQuery, values, 'query.');
  const more = checked.problems.filter(({ field }) => !problems.some((known) => known.field === field));
  return { value: checked.value, problems: [...problems, ...more] };
}

/** @throws DomainError invalid_request when the URL has a query */
export function refuseQuery(url: string): void {
  const { problems } = checkedQuery(null, url);
  if (problems.length > 0) throw invalidRequest(problems);
}
