import { ApiError } from '../../api/error';
import { retryField } from '../../lib/retry';
import { problemSentence } from '../../messages/en/problems';
import type { Options } from './validate';

const FIELDS: ReadonlyMap<string, keyof Options> = new Map([
  ['agent_id', 'agentId'],
  ['name', 'name'],
  ['test', 'test'],
  ['scheduled_for', 'local'],
  ['query.local', 'local'],
  ['query.scheduled_for', 'local'],
]);

export function problemsOf(error: ApiError | null): {
  readonly fields: ReadonlyMap<keyof Options, string>;
  readonly rest: ApiError | null;
} {
  const fields = new Map<keyof Options, string>();
  if (!error) return { fields, rest: null };
  const { problems } = error;
  const others = problems.filter(({ field: name, message }) => {
    const own = FIELDS.get(name) ?? retryField(name);
    if (own !== undefined) fields.set(own, problemSentence(name, message));
    return own === undefined;
  });
  if (problems.length === 0) return { fields, rest: error };
  if (others.length === 0) return { fields, rest: null };
  const details = { ...error.details, errors: others };
  return { fields, rest: new ApiError(error.status, error.code, error.message, error.requestId, details) };
}
