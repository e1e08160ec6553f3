import { invalidRequest } from '../../kernel/domain-error';
import { EmptyQuery } from './page.request';
import { readQuery } from './query';
import { checkFields } from './validate';

/** @throws DomainError invalid_request when the URL has a query */
export function refuseQuery(url: string): void {
  const { values, problems } = readQuery(url);
  const unknown = checkFields(EmptyQuery, values, 'query.').problems;
  const all = [
    ...problems,
    ...unknown.filter(({ field }) => !problems.some((known) => known.field === field)),
  ];
  if (all.length > 0) throw invalidRequest(all);
}
