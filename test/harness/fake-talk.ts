import type { Page, Route, WebSocketRoute } from 'playwright-core';

/** One socket of the page. */
export interface TalkSocket {
  /** What is sent from now on follows `ready`. */
  hasSentReady: boolean;
  readonly protocols: readonly string[];
  /** Messages of the page but pings, in order. */
  readonly messages: { readonly type: string; readonly [field: string]: unknown }[];
  readonly pings: { readonly t: number; readonly received_ms: number; readonly delay_ms?: number }[];
  /** Lengths of its sound, and whether each was silent. */
  readonly sound: { readonly bytes: number; readonly isSilent: boolean }[];
  send(message: object): void;
  sendSound(bytes: Buffer): void;
  /** @param ms of a tone of 1 kHz, with syllables */
  speak(ms: number): void;
  close(code: number): void;
}

const SILENCE = 0xff;
/** 8 samples of 1 kHz in µ-law: a wave of 8 kHz, loud and 26 dB less. */
const WAVES = [
  [0xff, 0x95, 0x8f, 0x95, 0xff, 0x15, 0x0f, 0x15],
  [0xff, 0xc5, 0xbf, 0xc5, 0xff, 0x45, 0x3f, 0x45],
];
/** The loud frames of a sentence, without a period that an echo could have. */
const SYLLABLES = '1110110011110001101111001011100011111011010011110';

const TEST = {
  object: 'voice_test',
  agent: { id: null as string | null, name: 'Asha' },
  draft: false,
  status: 'waiting' as string,
  reason: null as string | null,
  language: 'english',
  tts_model: 'local',
  voice: 'en',
  stt: 'local',
  by: { id: 'login_1', name: 'Meera' },
  created_at: '2026-11-20T09:16:02.007Z',
  started_at: null as string | null,
  ended_at: null as string | null,
  ended_by: null as string | null,
  duration_seconds: null as number | null,
  max_seconds: 600,
  latency: null as object | null,
  delay_ms: null,
  barge_ins: 0,
  outcome_state: 'pending' as string,
  recording_url: null as string | null,
  recording_expires_at: null,
  transcript: [] as object[],
  outcome: null as object | null,
};

/** The service's part of voice tests, played by a test: routes and sockets of one page. */
export class FakeTalk {
  readonly sockets: TalkSocket[] = [];
  readonly starts: Record<string, unknown>[] = [];
  readonly hangUps: string[] = [];
  readonly tests = new Map<string, typeof TEST & { id: string }>();
  /** Answers the next start with an error. */
  refusal: { readonly status: number; readonly error: object } | null = null;
  /** Before a start is answered. */
  startDelayMs = 0;
  /** Sends `ready` when a socket opens. */
  isReady = true;
  pongDelayMs = 0;
  warnings: object[] = [];

  /** Whether a socket opens: else the service answers, which refuses it. */
  hasSocket = true;

  static async open(page: Page): Promise<FakeTalk> {
    const talk = new FakeTalk();
    await page.route('**/console/api/voice-tests{,/**,?*}', (route) => talk.#answer(route));
    await page.routeWebSocket(/\/console\/live\//, (socket) => talk.#connect(socket));
    return talk;
  }

  get socket(): TalkSocket {
    const last = this.sockets.at(-1);
    if (!last) throw new Error('the page has opened no socket');
    return last;
  }

  get id(): string {
    return [...this.tests.keys()].at(-1) ?? '';
  }

  /** What the service answers of the last voice test from now on. */
  change(changes: Partial<typeof TEST>): void {
    const test = this.tests.get(this.id);
    if (!test) throw new Error('there is no voice test');
    this.tests.set(this.id, { ...test, ...changes });
  }

  /** Ends the talk as the service does. */
  end(changes: Partial<typeof TEST>): void {
    const at = new Date().toISOString();
    this.change({ status: 'ended', started_at: at, ended_at: at, duration_seconds: 9, ...changes });
    const { ended_by, reason } = this.tests.get(this.id) ?? TEST;
    this.socket.send({ type: 'ended', ended_by, reason });
  }

  async #answer(route: Route): Promise<void> {
    const request = route.request();
    const [id, action] = new URL(request.url()).pathname.split('/').slice(4);
    if (id !== undefined) await this.#answerOne(route, id, action);
    else if (request.method() === 'POST') await this.#start(route);
    else await route.fulfill({ json: { data: [...this.tests.values()].reverse(), has_more: false } });
  }

  async #start(route: Route): Promise<void> {
    this.starts.push(route.request().postDataJSON() as Record<string, unknown>);
    await new Promise((resolve) => setTimeout(resolve, this.startDelayMs));
    if (this.refusal) {
      const { status, error } = this.refusal;
      this.refusal = null;
      await route.fulfill({ status, json: { error } });
      return;
    }
    const test = { ...TEST, id: `vtest_${this.starts.length}` };
    this.tests.set(test.id, test);
    const way = { ticket: `T${this.tests.size}`, socket: `/console/live/voice-tests/${test.id}` };
    await route.fulfill({ status: 201, json: { ...test, ...way, warnings: this.warnings } });
  }

  async #answerOne(route: Route, id: string, action: string | undefined): Promise<void> {
    const test = this.tests.get(id) ?? { ...TEST, id };
    if (action === 'hang-up') this.hangUps.push(id);
    const isDeleted = route.request().method() === 'DELETE' && this.tests.delete(id);
    await route.fulfill({ json: isDeleted ? { object: 'voice_test', id, deleted: true } : test });
  }

  #connect(route: WebSocketRoute): void {
    if (!this.hasSocket) {
      route.connectToServer();
      return;
    }
    const socket: TalkSocket = {
      hasSentReady: false,
      protocols: route.protocols(),
      messages: [],
      pings: [],
      sound: [],
      send: (message) => route.send(JSON.stringify(message)),
      sendSound: (bytes) => route.send(bytes),
      speak: (ms) => {
        for (let at = 0; at < ms / 20; at++) {
          const wave = WAVES[SYLLABLES[Math.floor(at / 3) % SYLLABLES.length] === '1' ? 0 : 1] ?? [];
          socket.sendSound(
            Buffer.from(Array.from({ length: 160 }, (_, place) => wave[place % 8] ?? SILENCE)),
          );
        }
      },
      close: (code) => void route.close({ code }),
    };
    this.sockets.push(socket);
    let receivedMs = 0;
    route.onMessage((data) => {
      if (typeof data !== 'string') {
        receivedMs += data.length / 8;
        socket.sound.push({ bytes: data.length, isSilent: data.every((code) => code === SILENCE) });
        return;
      }
      const message = JSON.parse(data) as TalkSocket['messages'][number];
      if (message.type !== 'ping') {
        socket.messages.push(message);
        return;
      }
      const ping = message as unknown as TalkSocket['pings'][number];
      socket.pings.push(ping);
      const pong = { type: 'pong', t: ping.t, received_ms: receivedMs, waiting_ms: 60 };
      setTimeout(() => socket.send(pong), this.pongDelayMs);
    });
    // The page has its listeners a moment later.
    if (this.isReady) {
      setTimeout(() => {
        const ready = { type: 'ready', voice_test_id: this.id, max_seconds: 600, recording: true };
        socket.send({ ...ready, stt: 'local', tts: 'local', resume: `R${this.sockets.length}` });
        socket.hasSentReady = true;
      }, 20);
    }
  }
}
