import { Injectable, type OnModuleInit } from '@nestjs/common';
import { MediaProcessId, RunningAudio, type RunningCall } from '../../../carriers';
import { newId } from '../../../platform/ids';
import { Sweeps } from '../../../platform/sweeps';
import { REAL_TIMERS } from '../../../platform/kernel/time/timers';
import { MAX_LISTENERS_OF_CALL, MAX_LISTENERS_OF_PROCESS } from '../../domain/listen-rules';
import type { ListenSubject } from './audio-locations';
import { Listener } from './listener';
import { ListeningJournal } from './listening-journal';
import { type AttachSocket, LiveHost, type LiveVisitor } from '../live-host';
import { LiveMetrics } from '../live-metrics';

const BEAT_INTERVAL_MS = 4_000;

/** Hosts the listeners to calls of this process. A call's audio is tapped once, however many listen. */
@Injectable()
export class Listeners implements OnModuleInit {
  readonly #listeners = new Map<string, Set<Listener>>();

  constructor(
    private readonly self: MediaProcessId,
    private readonly sweeps: Sweeps,
    private readonly host: LiveHost,
    private readonly audio: RunningAudio,
    private readonly journal: ListeningJournal,
    private readonly metrics: LiveMetrics,
  ) {}

  onModuleInit(): void {
    for (const subjectKind of ['call', 'human_call'] as const) {
      this.host.register(subjectKind, {
        admit: (visitor) => Promise.resolve(this.#admit(subjectKind, visitor)),
      });
    }
    this.metrics.countListeners(() => this.#count);
    this.sweeps.every(BEAT_INTERVAL_MS, 'heartbeat of listeners', () => this.#beat());
  }

  get #count(): number {
    return [...this.#listeners.values()].reduce((sum, { size }) => sum + size, 0);
  }

  /** A process that stood still for long finds that others have ended its listeners. */
  async #beat(): Promise<void> {
    const recorded = [...this.#listeners.values()].flatMap((ofCall) =>
      [...ofCall].filter(({ isRecorded }) => isRecorded),
    );
    if (recorded.length === 0) return;
    const known = await this.journal.beat(recorded.map(({ id }) => id));
    for (const listener of recorded) if (!known.has(listener.id)) listener.onRecordLost();
  }

  #admit(subjectKind: ListenSubject, visitor: LiveVisitor): AttachSocket | null {
    const { id, sessionId, resume } = visitor;
    const ofCall = this.#listeners.get(id) ?? new Set();
    if (resume !== null) {
      const resumed = [...ofCall].find((listener) => listener.redeemResumeToken(sessionId, resume));
      return resumed ? (socket) => resumed.attach(socket) : null;
    }
    const call = this.audio.find(id);
    const isFull = ofCall.size >= MAX_LISTENERS_OF_CALL || this.#count >= MAX_LISTENERS_OF_PROCESS;
    if (!call || isFull || this.host.isDraining) return null;
    return this.#place(subjectKind, call, visitor);
  }

  /** Occupies a place at once: the socket comes soon, or the place is free again. */
  #place(
    subjectKind: ListenSubject,
    call: RunningCall,
    { id, sessionId, person }: LiveVisitor,
  ): AttachSocket {
    const listening = { id: newId('lsn'), subjectKind, callId: id, host: this.self.id, ...person };
    const listener = new Listener(call, {
      timers: REAL_TIMERS,
      id: listening.id,
      sessionId,
      mayEnd: person.mayEnd,
      record: {
        begin: () => this.journal.begin(listening),
        end: (awayMs) => this.journal.end(listening.id, awayMs),
      },
      onDropped: (ms) => this.metrics.countDropped(ms),
      onEnded: () => this.#remove(id, listener),
    });
    this.#listeners.set(id, (this.#listeners.get(id) ?? new Set()).add(listener));
    return (socket) => listener.attach(socket);
  }

  #remove(id: string, listener: Listener): void {
    const left = this.#listeners.get(id);
    left?.delete(listener);
    if (left?.size === 0) this.#listeners.delete(id);
  }
}
