import type { CloudServer } from '../../platform/config/config-speech-servers';
import type { Timers } from '../../platform/kernel/time/timers';
import type { SttEvents, SttOptions } from '../domain/stt-engine';
import { SpeechFailure } from './speech-failure';

export interface SarvamRequest extends Pick<SttOptions, 'signal'> {
  readonly server: CloudServer;
  readonly language: string;
  readonly mode: 'codemix' | 'transcribe';
  /** Words to expect, as one text; '' for none. */
  readonly prompt: string;
  readonly events: SttEvents;
  readonly timers: Timers;
}

/** Maps the code or reason of an error, such as rate_limit_exceeded_error and insufficient_quota_error. */
export function sarvamFailure(code: string): SpeechFailure {
  return /429|rate.?limit|quota|concurren/iu.test(code.slice(0, 200))
    ? SpeechFailure.of(429)
    : new SpeechFailure('it reported an error');
}
