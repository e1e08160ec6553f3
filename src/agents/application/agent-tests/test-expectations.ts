import { comparable, includesText, type TalkTestResult, type TestFailure } from '../../../conversation';
import { parseInstant } from '../../../platform/kernel/instant';
import { own } from '../../../platform/kernel/own';
import { localSeconds } from '../../../platform/kernel/zoned-time';
import { SCHEDULE_CALLBACK } from '../../../shared-kernel/tool-use';
import type { TestExpectations } from '../../domain/agent-test';

type Check<Name extends keyof TestExpectations> = (
  expected: Required<TestExpectations>[Name],
  found: TalkTestResult,
  timeZone: string,
) => TestFailure[];

/** The expectations that a whole talk does not meet. */
export function failedExpectations(
  expected: TestExpectations,
  found: TalkTestResult,
  timeZone: string,
): TestFailure[] {
  return Object.entries(expected).flatMap(([name, value]) => {
    const check = own(CHECKS as Readonly<Record<string, Check<never>>>, name);
    return check?.(value as never, found, timeZone) ?? [];
  });
}

const CHECKS: { readonly [Name in keyof Required<TestExpectations>]: Check<Name> } = {
  ended_by: (expected, { endedBy }) => same('ended_by', expected, endedBy),
  transferred: (expected, { transferredTo }) =>
    same('transferred', expected, typeof expected === 'boolean' ? transferredTo !== null : transferredTo),
  disposition: (expected, { analysis: { disposition } }) => {
    const all = typeof expected === 'string' ? [expected] : expected;
    return all.some((one) => comparable(one) === comparable(disposition))
      ? []
      : [failure('disposition', all.join(' or '), disposition)];
  },
  answers: (expected, { analysis: { answers } }) =>
    Object.entries(expected).flatMap(([question, text]) => {
      const answer = own(answers, question) ?? null;
      const isRight = text === null ? answer === null : answer !== null && includesText(answer, text);
      return isRight ? [] : [failure(`answers.${question}`, String(text), String(answer))];
    }),
  callback_requested: (expected, { analysis }) =>
    same('callback_requested', expected, analysis.callbackRequested),
  callback_time_text: (expected, { analysis }) =>
    same('callback_time_text', expected, analysis.callbackTimeText),
  scheduled_callback: (expected, { uses }, timeZone) =>
    same('scheduled_callback', expected && minuteOf(expected), scheduledAt(uses, timeZone)),
  follow_up: (expected, { analysis }) => same('follow_up', expected, analysis.followUp),
  lead_rating: (expected, { analysis: { leadRating } }) => {
    const { min = -Infinity, max = Infinity } = expected;
    const isRight = leadRating !== null && leadRating >= min && leadRating <= max;
    return isRight ? [] : [failure('lead_rating', JSON.stringify(expected), String(leadRating))];
  },
  asked_not_to_call: (expected, { analysis }) => same('asked_not_to_call', expected, analysis.optedOut),
  tools: (expected, { uses }) => same('tools', expected.join(', '), uses.map(({ name }) => name).join(', ')),
  agent_never: (expected, { turns }) =>
    expected.flatMap((text) => {
      const found = turns.find((turn) => turn.speaker === 'agent' && includesText(turn.text, text));
      return found ? [failure('agent_never', `The agent never says "${text}".`, found.text)] : [];
    }),
};

/** The local time of the last callback, which replaces earlier ones. */
function scheduledAt(uses: TalkTestResult['uses'], timeZone: string): string | null {
  const use = uses.findLast(({ name, status }) => name === SCHEDULE_CALLBACK && status === 'succeeded');
  const at = (use?.arguments as { at?: unknown } | null | undefined)?.at;
  if (typeof at !== 'string') return null;
  const instant = parseInstant(at.trim());
  return minuteOf(instant ? localSeconds(timeZone)(instant) : at);
}

/** `2026-01-06T18:00`. */
function minuteOf(time: string): string {
  return time.trim().replace(' ', 'T').slice(0, 16);
}

function same(
  name: string,
  expected: string | boolean | null,
  found: string | boolean | null,
): TestFailure[] {
  const isEqual =
    typeof expected === 'string' && typeof found === 'string'
      ? comparable(expected) === comparable(found)
      : expected === found;
  return isEqual ? [] : [failure(name, String(expected), String(found))];
}

function failure(name: string, expected: string, found: string): TestFailure {
  return { step: `expect.${name}`, expected, found };
}
