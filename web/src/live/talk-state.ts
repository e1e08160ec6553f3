import type { StartedVoiceTest } from '../api/voice-tests';
import type { LiveState } from '../lib/live/live-message';
import { NO_WORDS, type TalkWords } from '../lib/live/words';
import type { MicrophoneProblem } from './microphone';
import type { SoundObstacle } from './sound-obstacle';
import type { Devices } from './talk-audio';

/** Why no talk began. */
export type Obstacle = SoundObstacle | { readonly kind: MicrophoneProblem };

/** What is wrong during a talk, which goes on. */
export type Notice =
  | 'reconnecting'
  | 'suspended'
  | 'unplugged'
  | 'speaker_unplugged'
  | 'silent'
  | 'echo'
  | Exclude<MicrophoneProblem, 'not_secure'>;

export type TalkEnd =
  { readonly by: string | null; readonly reason: string | null } | 'service_lost' | 'connection_lost';

export const BY_PERSON: TalkEnd = { by: 'person', reason: null };

export interface TalkState extends TalkWords {
  readonly phase: 'talking' | 'refused' | 'ended';
  readonly state: 'preparing' | LiveState | 'ended';
  /** Once the service has made the voice test. */
  readonly id: string | null;
  readonly warnings: StartedVoiceTest['warnings'];
  readonly isMuted: boolean;
  readonly devices: Devices | null;
  readonly notices: ReadonlySet<Notice>;
  readonly delayMs: number | null;
  /** The delay with which a slow connection began. */
  readonly slowMs: number | null;
  readonly obstacle: Obstacle | null;
  readonly end: TalkEnd | null;
}

export const PREPARING: TalkState = {
  phase: 'talking',
  state: 'preparing',
  id: null,
  warnings: [],
  ...NO_WORDS,
  isMuted: false,
  devices: null,
  notices: new Set(),
  delayMs: null,
  slowMs: null,
  obstacle: null,
  end: null,
};
