import { createHash } from 'node:crypto';
import { canonicalJson } from '../../../platform/kernel/canonical-json';
import { firstCodePoints } from '../../../platform/kernel/text';
import type { ToolAnswer, ToolError } from '../../../shared-kernel/tool-use';
import type { ParameterProblem } from '../../domain/parameters';
import type { InvocationState } from '../../domain/tool';

const MAX_MESSAGE_LENGTH = 1_000;

/** Equal for equal uses. */
export function keyOf(name: string, whole: object): string {
  return createHash('sha256')
    .update(`${name}\n${canonicalJson(whole)}`)
    .digest('hex');
}

export function problemText(problems: readonly ParameterProblem[]): string {
  const text = problems.map(({ path, message }) => `${path} ${message}`).join('; ');
  return firstCodePoints(`${text}.`, MAX_MESSAGE_LENGTH);
}

export function answerOf(
  { id, status, result, error }: InvocationState,
  say: string | null,
  talkMs: number | null,
): ToolAnswer {
  const ended = status === 'running' ? 'unknown' : status;
  return { invocationId: id, status: ended, result, error, say, talkMs };
}

export function failure(code: string, message: string): ToolError {
  return { code, message, statusCode: null };
}

/** The request could not be made. */
export const NOT_SENT = failure('not_sent', 'The service could not use the tool.');

/** The text in the timeline, without arguments and results. @param ms null: there was no wait for an answer */
export function describeUse(state: InvocationState, ms: number | null): string {
  const { name, status, error, repeatedOf } = state;
  if (repeatedOf !== null) return `${name} was not sent again: the result of its first use was used.`;
  const time = ms === null ? '' : ` after ${Math.round(ms)} ms`;
  if (status === 'succeeded') return `${name} answered in ${Math.round(ms ?? 0)} ms.`;
  if (status === 'timed_out') return `${name} did not answer in time.`;
  const status_code = error?.statusCode ?? null;
  const why = error === null ? status : `${error.code}${status_code === null ? '' : ` ${status_code}`}`;
  return status === 'failed' ? `${name} failed${time}: ${why}.` : `${name} was not used: ${why}.`;
}
