import { formatInstant } from '../../platform/kernel/instant';
import type { ToolSpec } from '../../shared-kernel/tool-use';
import { type Arguments, checkArguments, readArguments } from '../domain/arguments';
import { callbackTime } from '../domain/callback-time';
import { problemText } from './talk/use-texts';

interface MockedRefusal {
  readonly error: string;
  readonly message: string;
}

/** The arguments of a use that sends nothing, checked as in calls. @param sent by the engine */
export function mockedArguments(
  sent: unknown,
  { toolId, function: called, parameters }: ToolSpec,
): { readonly arguments: Arguments } | MockedRefusal {
  const read = readArguments(sent);
  const isOfHttp = toolId !== null && called === null;
  const checked = 'value' in read && isOfHttp ? checkArguments(parameters, read.value) : read;
  return 'value' in checked
    ? { arguments: checked.value }
    : { error: 'invalid', message: problemText(checked.problems) };
}

/** What `schedule_callback` gives where nothing is queued: it refuses what it refuses in calls. @param sent by the engine */
export function mockedCallback(
  sent: unknown,
  stage: Parameters<typeof callbackTime>[1],
): { readonly result: object } | MockedRefusal {
  const read = readArguments(sent);
  if ('problems' in read) return { error: 'invalid', message: problemText(read.problems) };
  const at = callbackTime(read.value, stage);
  return at instanceof Date
    ? { result: { scheduled_for: formatInstant(at), call_id: null } }
    : { error: at.error.code, message: at.error.message };
}
