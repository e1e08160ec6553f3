import type { CloudServer } from '../../platform/config/config-speech-servers';
import type { Timers } from '../../platform/timers';
import type { SttEvents, SttOptions } from '../domain/stt-engine';
import { SpeechFailure } from './speech-failure';

/** Statuses of an invalid request, such as an unknown language. */
const NOT_UNDERSTOOD = new Set([400, 422]);

export interface SarvamRequest extends Pick<SttOptions, 'signal'> {
  readonly server: CloudServer;
  readonly language: string;
  readonly mode: 'codemix' | 'transcribe';
  /** Words to expect, as one text; '' for none. */
  readonly prompt: string;
  readonly events: SttEvents;
  readonly timers: Timers;
}

/** Odia is or-IN in one endpoint and od-IN in another: the other name is tried when the first is refused. */
export async function inEitherName<Request extends { readonly language: string }, Answer>(
  request: Request,
  send: (request: Request) => Promise<Answer>,
): Promise<Answer> {
  try {
    return await send(request);
  } catch (error) {
    const other = OTHER_NAMES.get(request.language);
    const isRefused = error instanceof SpeechFailure && NOT_UNDERSTOOD.has(error.status ?? 0);
    if (other === undefined || !isRefused) throw error;
    return send({ ...request, language: other });
  }
}

/** The form of all endpoints but the realtime one. */
export function legacyModelName(tag: string): string {
  return tag === 'or-IN' ? 'od-IN' : tag;
}

const OTHER_NAMES: ReadonlyMap<string, string> = new Map([
  ['or-IN', 'od-IN'],
  ['od-IN', 'or-IN'],
]);

/** Maps the code or reason of an error, such as rate_limit_exceeded_error and insufficient_quota_error. */
export function sarvamFailure(code: string): SpeechFailure {
  return /429|rate.?limit|quota|concurren/iu.test(code.slice(0, 200))
    ? SpeechFailure.of(429)
    : new SpeechFailure('it reported an error');
}
