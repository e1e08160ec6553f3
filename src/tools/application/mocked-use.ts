import { formatInstant } from '../../platform/kernel/instant';
import { SCHEDULE_CALLBACK, type ToolSpec } from '../../shared-kernel/tool-use';
import { type Arguments, checkArguments, readArguments } from '../domain/arguments';
import { callbackTime } from '../domain/callback-time';
import { storedResult } from '../domain/results';
import { problemText } from './talk/use-texts';

type Mock = { readonly result: unknown } | { readonly error: string; readonly message?: string };
type MockedAnswer =
  { readonly result: unknown; readonly arguments: Arguments } | Extract<Mock, { readonly error: string }>;

/**
 * The answer of a use that sends and queues nothing: arguments are checked, and results cut, as in calls.
 * @param call as the engine sent it
 * @param mock undefined: there is none; `schedule_callback` needs none
 */
export function mockedUse(
  call: { readonly name: string; readonly arguments: unknown },
  { toolId, function: called, parameters }: ToolSpec,
  mock: Mock | undefined,
  moment: Parameters<typeof callbackTime>[1],
): MockedAnswer | undefined {
  const isBuiltIn = mock === undefined && call.name === SCHEDULE_CALLBACK;
  if (!mock && !isBuiltIn) return undefined;
  const read = readArguments(call.arguments);
  const isOfHttp = toolId !== null && called === null;
  const checked = 'value' in read && isOfHttp ? checkArguments(parameters, read.value) : read;
  if ('problems' in checked) return { error: 'invalid', message: problemText(checked.problems) };
  const given = mock ?? mockSchedule(checked.value, moment);
  return 'error' in given ? given : { arguments: checked.value, result: storedResult(given.result) };
}

function mockSchedule(sent: Arguments, moment: Parameters<typeof callbackTime>[1]): Mock {
  const at = callbackTime(sent, moment);
  return at instanceof Date
    ? { result: { scheduled_for: formatInstant(at), call_id: null } }
    : { error: at.error.code, message: at.error.message };
}
