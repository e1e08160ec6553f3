import { type AudioPath, noDrops } from '../../src/media/domain/audio-path';
import type { KeyMove } from '../../src/media/domain/tones/dtmf';
import { FRAME_MS, FRAME_SAMPLES } from '../../src/media/domain/frame';
import type { LegEvent, MediaEvent } from '../../src/media/domain/leg-messages';
import { LevelVad } from '../../src/media/domain/level-vad';
import { MediaCore } from '../../src/media/domain/media-core';
import type { RtpLeg } from '../../src/media/domain/media-leg';
import { type CreateRecording } from '../../src/media/application/recording-files';
import { ThreadLeg } from '../../src/media/application/thread-leg';

/** Simulates the phone at the other end of a fake leg. */
export class FakePhone implements AudioPath {
  readonly received: Int16Array[] = [];
  keys = '';
  pressing = false;
  #outgoing: Int16Array[] = [];

  constructor(private readonly keyMoved: (move: NonNullable<KeyMove>) => void) {}

  speak(audio: Int16Array): void {
    for (let from = 0; from < audio.length; from += FRAME_SAMPLES) {
      this.#outgoing.push(audio.slice(from, from + FRAME_SAMPLES));
    }
  }

  pressKey(key: string): void {
    this.pressDown(key);
    this.keyMoved({ move: 'up' });
  }

  pressDown(key: string): void {
    this.keyMoved({ key, move: 'down' });
  }

  receive(frame: Int16Array): void {
    frame.fill(0);
    frame.set(this.#outgoing.shift() ?? []);
  }

  send(frame: Int16Array): void {
    this.received.push(frame.slice());
  }

  skip(frames: number): void {
    this.#outgoing = this.#outgoing.slice(frames);
  }

  press(keys: string): boolean {
    this.keys += keys;
    return true;
  }

  keyDown(key: string): boolean {
    this.pressing = true;
    return this.press(key);
  }

  release(): void {
    this.pressing = false;
  }

  onAnswered(): void {
    this.#outgoing = [];
  }

  statistics() {
    const sent = this.received.length;
    const none = {
      lost: 0,
      late: 0,
      concealedMs: 0,
      jitterMs: 0,
      lostThere: null,
      roundTripMs: null,
      silentMs: 0 as number | null,
    };
    return { codec: 'PCMA', sent, received: sent, ...none, dropped: noDrops() };
  }
}

/** Runs legs on a virtual clock, without network and thread, with the audio code of real legs. For tests. */
export class FakeLegs {
  readonly #legs = new Map<number, ThreadLeg>();
  readonly #phones = new Map<number, FakePhone>();
  readonly #ready = new Map<number, () => void>();
  readonly #core: MediaCore;
  #events: LegEvent[] = [];
  #nowMs = 0;
  #numbers = 0;

  constructor(private readonly createRecording?: CreateRecording) {
    this.#core = new MediaCore({
      now: () => this.#nowMs,
      post: (news: MediaEvent) => {
        if (news.type !== 'figures') this.#events.push(news);
      },
      open: (_options, { keyMoved }) => {
        const path = new FakePhone(keyMoved);
        this.#phones.set(this.#numbers, path);
        return Promise.resolve({
          path,
          port: 0,
          stream: null,
          setRemote: () => undefined,
          close: () => undefined,
        });
      },
      makeVoiceDetector: (report) => new LevelVad(report),
    });
  }

  get nowMs(): number {
    return this.#nowMs;
  }

  async open(): Promise<{ readonly leg: RtpLeg; readonly phone: FakePhone }> {
    const id = ++this.#numbers;
    this.#core.execute({ leg: id, do: 'open', options: { kind: 'rtp', host: '' } });
    const phone = this.#phones.get(id);
    const leg = new ThreadLeg(id, 0, this.#nowMs, {
      send: (command) => this.#core.execute(command),
      onFailed: (error) => {
        throw error;
      },
      ...(this.createRecording && { createRecording: this.createRecording }),
    });
    this.#legs.set(id, leg);
    await new Promise<void>((ready) => {
      this.#ready.set(id, ready);
      void this.#settle();
    });
    if (!phone) throw new Error('a fake leg opens at once');
    return { leg, phone };
  }

  /** Tick by tick; pending promises settle in between. */
  async advance(ms: number): Promise<void> {
    for (const until = this.#nowMs + ms; this.#nowMs < until;) {
      await this.#settle();
      this.#core.tick(this.#nowMs);
      this.#nowMs += FRAME_MS;
    }
    await this.#settle();
  }

  async #settle(): Promise<void> {
    for (let quiet = 0; quiet < 20; quiet++) {
      await Promise.resolve();
      const news = this.#events;
      this.#events = [];
      for (const one of news) {
        if (one.type === 'opened') this.#ready.get(one.leg)?.();
        else this.#legs.get(one.leg)?.handle(one);
        quiet = 0;
      }
    }
  }
}
