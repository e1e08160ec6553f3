import { ApiError } from '../api/error';
import { type ListenSubject, listening } from '../api/listening';
import { queryClient } from '../api/queries';
import type { EarTick } from '../lib/live/ear-player';
import { LevelStore } from '../lib/live/level-store';
import type { LiveMessage } from '../lib/live/live-message';
import { addWords, NO_WORDS, type TalkWords } from '../lib/live/words';
import { LiveEar } from './live-ear';
import { connectTo, LiveSocket, type SocketEnd } from './live-socket';
import { LiveStore } from './live-store';
import { type SoundObstacle, soundObstacle } from './sound-obstacle';

/** A message has its time in the call, then 100 ms of each side. */
const TIME_BYTES = 4;
const BLOCK_MS = 100;
const LAG_SHOWN_TICKS = 100;
const END_CALL_MS = 5_000;
/** A network that is silent fails no request for minutes. */
const READ_TIMEOUT_MS = 5_000;

/** Gains of both sides, the agent's or counsellor's first. */
const GAINS = { both: [1, 1], first: [1, 0], contact: [0, 1] } as const;
export type Side = keyof typeof GAINS;

/** What is wrong while somebody listens. */
export type ListeningNotice = 'reconnecting' | 'suspended' | 'lag' | 'not_ended';

export type ListeningObstacle = SoundObstacle | { readonly kind: 'lost' | 'not_allowed' };

export interface ListeningState extends TalkWords {
  readonly phase: 'connecting' | 'listening' | 'over';
  readonly side: Side;
  readonly notices: ReadonlySet<ListeningNotice>;
  readonly isEndingCall: boolean;
  /** Why nothing more is heard although the call goes on. */
  readonly obstacle: ListeningObstacle | null;
  readonly end: { readonly reason: string | null } | null;
}

const CONNECTING: ListeningState = {
  ...NO_WORDS,
  phase: 'connecting',
  side: 'both',
  notices: new Set(),
  isEndingCall: false,
  obstacle: null,
  end: null,
};

/** Plays a running call, and shows its words as they are said. */
export class CallListening extends LiveStore<ListeningNotice, ListeningState> {
  readonly level = new LevelStore();
  readonly #ear: LiveEar;
  #socket: LiveSocket | null = null;
  #lagTicks = 0;
  #endCallTimer: ReturnType<typeof setTimeout> | null = null;

  /** @param context made in the handler of a press */
  constructor(
    private readonly subject: ListenSubject,
    context: AudioContext,
  ) {
    super(CONNECTING);
    this.#ear = new LiveEar(context, (isSuspended) => this.notice('suspended', isSuspended));
    this.#start().catch((error: unknown) => this.#finish({ obstacle: obstacleOf(error) }));
  }

  hear(side: Side): void {
    this.#ear.mix(GAINS[side]);
    this.set({ side });
  }

  setVolume(volume: number): void {
    this.#ear.setVolume(volume);
  }

  /** Once the connection is there, where it is interrupted. */
  endCall(): void {
    if (this.isOver) return;
    this.#socket?.send({ type: 'hang_up' });
    this.notice('not_ended', false);
    this.set({ isEndingCall: true });
    this.#endCallTimer = setTimeout(() => {
      this.notice('not_ended', true);
      this.set({ isEndingCall: false });
    }, END_CALL_MS);
  }

  readonly close = (): void => this.#finish({});

  protected get isOver(): boolean {
    return this.state().phase === 'over';
  }

  async #start(): Promise<void> {
    const [{ socket, ticket }] = await Promise.all([
      listening.start(this.subject),
      this.#ear.open({ sides: 2 }, (tick) => this.#onTick(tick)),
    ]);
    if (this.isOver) return;
    this.#ear.mix(GAINS[this.state().side]);
    this.#socket = new LiveSocket(connectTo(socket), ticket, () => BLOCK_MS, {
      onOpen: () => undefined,
      onMessage: (message) => this.#onMessage(message),
      onSound: (bytes) => this.#ear.play(bytes.subarray(TIME_BYTES)),
      onBreak: (isBroken) => this.notice('reconnecting', isBroken),
      onDelay: () => undefined,
      onEnd: (end) => void this.#explain(end),
    });
  }

  #onTick({ levels, waitingMs }: EarTick): void {
    this.#socket?.tick(waitingMs);
    for (const level of levels) this.level.add(level);
    if (this.#lagTicks > 0 && --this.#lagTicks === 0) this.notice('lag', false);
  }

  #onMessage(message: LiveMessage): void {
    if (message.type === 'ready') this.#onReady();
    else if (message.type === 'turn' || message.type === 'partial') this.set(addWords(this.state(), message));
    else if (message.type === 'ended') this.#finish({ end: { reason: message.reason } });
    else if (message.type === 'lag') {
      this.#lagTicks = LAG_SHOWN_TICKS;
      this.notice('lag', true);
    }
  }

  /** Each time that a socket is connected. */
  #onReady(): void {
    this.set({ phase: 'listening' });
    if (this.state().isEndingCall) this.#socket?.send({ type: 'hang_up' });
  }

  /** A browser shows no reason of a refused or broken socket: the service is asked whether one may listen. */
  async #explain(end: SocketEnd): Promise<void> {
    try {
      await listening.start(this.subject, AbortSignal.timeout(READ_TIMEOUT_MS));
      this.#finish({ obstacle: { kind: end === 'refused' ? 'no_socket' : 'lost' } });
    } catch (error) {
      const isApi = error instanceof ApiError;
      const wasHeard = this.state().phase === 'listening';
      if (isApi && wasHeard && error.details.reason === 'not_in_progress')
        this.#finish({ end: { reason: null } });
      else if (isApi && error.status === 0) this.#finish({ obstacle: { kind: 'lost' } });
      else this.#finish({ obstacle: obstacleOf(error) });
    }
  }

  #finish(last: Partial<ListeningState>): void {
    if (this.isOver) return;
    if (this.#endCallTimer !== null) clearTimeout(this.#endCallTimer);
    this.#socket?.close();
    this.#ear.close();
    this.set({ ...last, phase: 'over', partial: '', notices: new Set(), isEndingCall: false });
  }
}

function obstacleOf(error: unknown): ListeningObstacle {
  if (!(error instanceof ApiError) || error.code !== 'insufficient_scope') return soundObstacle(error);
  // The page stays, with the sentence that says why; the session's scopes are read again.
  void queryClient.invalidateQueries({ queryKey: ['session'] });
  return { kind: 'not_allowed' };
}
