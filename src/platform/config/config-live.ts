import { type Environment, flag, origin, read, wholeNumber } from './config-values';

/** Voice tests and listening. */
export interface LiveConfig {
  readonly isOn: boolean;
  /** Voice tests are deleted after this time. */
  readonly voiceTestDays: number;
  /** Where other processes reach MEDIA_PORT of this one. `null`: http://, its host, MEDIA_PORT. */
  readonly internalUrl: string | null;
}

/** @throws StartupError */
export function readLive(env: Environment): LiveConfig {
  return {
    isOn: read(env, 'LIVE_AUDIO', true, flag),
    voiceTestDays: read(env, 'VOICE_TEST_DAYS', 7, wholeNumber(1, 90)),
    internalUrl: read(env, 'MEDIA_INTERNAL_URL', null, origin),
  };
}
