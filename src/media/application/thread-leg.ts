import type { LegCommand, LegEvent } from '../domain/leg-messages';
import type {
  AudioSource,
  Direction,
  LegRecording,
  LegStatistics,
  MediaLeg,
  MediaLegEvents,
  Played,
  RtpLeg,
} from '../domain/media-leg';
import { Player } from '../domain/player';
import type { RtpRemote } from '../domain/rtp/rtp-remote';
import { LegRecordings } from './leg-recordings';
import type { CreateRecording } from './recording-files';
import { deferred } from '../../platform/kernel/async/deferred';

export type Order = LegCommand extends infer Command
  ? Command extends unknown
    ? Omit<Command, 'leg'>
    : never
  : never;

export interface LegThread {
  send(command: LegCommand, given?: readonly ArrayBuffer[]): void;
  onFailed(error: unknown): void;
  readonly createRecording?: CreateRecording;
}

type Answer = Extract<LegEvent, { readonly requestId: number }>;

/** The main thread's side of a leg of the media thread. */
export class ThreadLeg implements RtpLeg {
  readonly #listeners = new Set<Partial<MediaLegEvents>>();
  readonly #pending = new Map<number, (answer: Answer | null) => void>();
  readonly #player: Player;
  readonly #recordings: LegRecordings;
  #requests = 0;
  #wanted = '';
  #why: string | null = null;
  readonly #closed = deferred<LegStatistics | null>();

  constructor(
    private readonly id: number,
    readonly port: number,
    readonly startedAt: number,
    private readonly thread: LegThread,
  ) {
    this.#recordings = new LegRecordings(
      {
        record: (leadMs) => this.order({ do: 'record', leadMs }),
        stop: () => this.order({ do: 'stop_recording' }),
        written: (buffer) => this.order({ do: 'written', buffer }, [buffer]),
      },
      thread.createRecording,
    );
    this.#player = new Player({
      audio: (audio) => this.order({ do: 'audio', audio }, [audio.buffer]),
      mark: (name) => this.order({ do: 'mark', name }),
    });
  }

  listen(listener: Partial<MediaLegEvents>): () => void {
    if (this.#why !== null) {
      listener.onClosed?.(this.#why, null);
      return () => undefined;
    }
    this.#listeners.add(listener);
    this.#want();
    return () => {
      this.#listeners.delete(listener);
      this.#want();
    };
  }

  play(audio: AudioSource): Promise<Played> {
    return this.#player.play(audio);
  }

  pause(): void {
    this.order({ do: 'pause' });
  }

  resume(backMs = 0): void {
    this.order({ do: 'resume', backMs });
  }

  async clear(): Promise<number> {
    const settle = this.#player.clear();
    const answer = await this.#request((requestId) => ({ do: 'clear', requestId }));
    if (answer?.type !== 'cleared') return 0;
    settle(answer.playedMs, answer.position);
    return answer.playedMs;
  }

  get queuedMs(): number {
    return this.#player.queuedMs;
  }

  bridge(other: MediaLeg | null): void {
    if (other !== null && !(other instanceof ThreadLeg))
      throw new Error('only legs of one thread are bridged');
    this.order({ do: 'bridge', other: other?.id ?? null });
  }

  record(path: string, leadMs?: number): Promise<LegRecording> {
    return this.#recordings.record(path, leadMs);
  }

  sendDtmf(keys: string): void {
    this.order({ do: 'press', keys });
  }

  onAnswered(): void {
    this.order({ do: 'answered' });
  }

  setDirection(direction: Direction): void {
    this.order({ do: 'direction', direction });
  }

  setRemote(remote: RtpRemote): void {
    this.order({ do: 'remote', remote });
  }

  async statistics(): Promise<LegStatistics> {
    const answer = await this.#request((requestId) => ({ do: 'statistics', requestId }));
    if (answer?.type !== 'statistics') throw this.#over;
    return answer.statistics;
  }

  close(): Promise<LegStatistics | null> {
    this.order({ do: 'close' });
    return this.#closed.promise;
  }

  handle(event: LegEvent): void {
    switch (event.type) {
      case 'frames':
        this.#notify((listener) => listener.frames?.(event.audio, event.atMs));
        break;
      case 'voiced':
        this.#notify((listener) => listener.onVoiced?.(event.atMs));
        break;
      case 'quiet':
        this.#notify((listener) => listener.quiet?.(event.atMs));
        break;
      case 'dtmf':
        this.#notify((listener) => listener.dtmf?.(event.key, event.atMs));
        break;
      case 'tone':
        this.#notify((listener) => listener.tone?.(event.tone));
        break;
      case 'tapped':
        this.#notify((listener) => listener.onTapped?.(new Uint8Array(event.buffer), event.atMs));
        this.order({ do: 'tap_returned', buffer: event.buffer }, [event.buffer]);
        break;
      case 'marked':
        this.#player.onMarked(event.name);
        break;
      case 'progress':
        this.#player.progress(event.position);
        break;
      case 'cleared':
      case 'statistics':
        this.#pending.get(event.requestId)?.(event);
        this.#pending.delete(event.requestId);
        break;
      case 'recording':
      case 'block':
      case 'recorded':
        this.#recordings.handle(event);
        break;
      case 'closed':
        this.end(event.why, event.statistics);
        break;
      default:
        break;
    }
  }

  end(why: string, statistics: LegStatistics | null = null): void {
    if (this.#why !== null) return;
    this.#why = why;
    this.#recordings.end(this.#over);
    this.#player.close();
    for (const answer of this.#pending.values()) answer(null);
    this.#pending.clear();
    this.#notify((listener) => listener.onClosed?.(why, statistics));
    this.#listeners.clear();
    this.#closed.resolve(statistics);
  }

  get #over(): Error {
    return new Error(`the leg is closed: ${this.#why ?? ''}`);
  }

  protected order(order: Order, given?: readonly ArrayBuffer[]): void {
    if (this.#why === null) this.thread.send({ leg: this.id, ...order }, given);
  }

  #request(order: (requestId: number) => Order): Promise<Answer | null> {
    if (this.#why !== null) return Promise.resolve(null);
    const requestId = ++this.#requests;
    return new Promise((answered) => {
      this.#pending.set(requestId, answered);
      this.order(order(requestId));
    });
  }

  /** Only sent while there is a listener. */
  #want(): void {
    const listeners = [...this.#listeners];
    const frames = listeners.some((listener) => listener.frames);
    const tones = listeners.some((listener) => listener.tone);
    const tap = listeners.some((listener) => listener.onTapped);
    const wanted = `${frames} ${tones} ${tap}`;
    if (wanted === this.#wanted) return;
    this.#wanted = wanted;
    this.order({ do: 'want', frames, tones, tap });
  }

  #notify(how: (listener: Partial<MediaLegEvents>) => void): void {
    for (const listener of [...this.#listeners]) {
      try {
        how(listener);
      } catch (error) {
        this.thread.onFailed(error);
      }
    }
  }
}
