import type { ApiError } from '../api/error';
import type { StartedVoiceTest } from '../api/voice-tests';
import type { LiveState, LiveTurn } from '../lib/live/live-message';
import type { MicrophoneProblem } from './microphone';
import type { Devices } from './talk-audio';

/** Why no talk began. */
export type Obstacle =
  | { readonly kind: MicrophoneProblem | 'no_socket' | 'no_sound' }
  | { readonly kind: 'error'; readonly error: ApiError };

/** What is wrong during a talk, which goes on. */
export type Notice = 'reconnecting' | 'suspended' | 'unplugged' | 'no_microphone' | 'silent' | 'echo';

export type TalkEnd =
  { readonly by: string | null; readonly reason: string | null } | 'service_lost' | 'connection_lost';

export const BY_PERSON: TalkEnd = { by: 'person', reason: null };

export interface TalkState {
  readonly phase: 'talking' | 'refused' | 'ended';
  readonly state: 'preparing' | LiveState | 'ended';
  /** Once the service has made the voice test. */
  readonly id: string | null;
  readonly warnings: StartedVoiceTest['warnings'];
  readonly turns: readonly LiveTurn[];
  /** Words of the person's turn that goes on. */
  readonly partial: string;
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
  turns: [],
  partial: '',
  isMuted: false,
  devices: null,
  notices: new Set(),
  delayMs: null,
  slowMs: null,
  obstacle: null,
  end: null,
};
