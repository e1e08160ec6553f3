import {
  type AwaitedWork,
  type EarlyListener,
  type EarlyReply,
  SIMULATED_TIMES,
  type TalkTimes,
  type TextLine,
  type Answerer,
  TextTalk,
  type ToolUsers,
  type WaitResult,
  wholeText,
  type WorkWait,
} from '../../src/conversation';
import {
  type DialogueChunk,
  type DialogueCue,
  DialogueEngine,
} from '../../src/conversation/domain/dialogue-engine';
import type { TalkBrief, Turn } from '../../src/shared-kernel/talk';
import type { HistoryItem } from '../../src/shared-kernel/talk-history';
import { SPEAKING } from './talk-brief';

export const BRIEF: TalkBrief = {
  ...SPEAKING,
  agentName: 'Asha',
  language: 'english',
  openingLine: 'Hello, this is Asha.',
  systemPrompt: '',
  questions: [],
  dispositions: [],
  handoffNumbers: [],
  pace: null,
  contactName: null,
  now: new Date('2026-11-20T10:00:00Z'),
  timeZone: 'Asia/Kolkata',
  maxSeconds: 60,
};

type Step = readonly DialogueChunk[] | Error;
export const say = (text: string, action: 'go_on' | 'hang_up' | 'leave_message' = 'go_on'): Step => [
  { text },
  { action: { do: action } },
];
export const transferTo = (number: string): Step => [
  { text: 'One moment.' },
  { action: { do: 'transfer', number } },
];

/** Returns its steps in order, and the last one for ever. */
export class ScriptedEngine extends DialogueEngine {
  readonly cues: DialogueCue[] = [];
  readonly heard: (readonly HistoryItem[])[] = [];

  constructor(private readonly steps: readonly Step[]) {
    super();
  }

  // eslint-disable-next-line @typescript-eslint/require-await
  async *next(
    _brief: TalkBrief,
    history: readonly HistoryItem[],
    cue: DialogueCue,
  ): AsyncGenerator<DialogueChunk> {
    const step = this.steps[Math.min(this.cues.length, this.steps.length - 1)];
    this.cues.push(cue);
    this.heard.push([...history]);
    if (step instanceof Error) throw step;
    yield* step ?? [];
  }
}

export type Hears =
  | {
      readonly says: string;
      readonly hangsUp?: boolean;
      readonly machine?: boolean;
      readonly answerer?: Answerer;
      /** Words at its pauses; null: the contact went on. */
      readonly pauses?: readonly (string | null)[];
    }
  | 'silence'
  | 'unclear'
  | 'stt_failed'
  | 'hang_up'
  | 'lost';
export type Cut = 'barge_in' | 'hung_up' | 'lost' | 'tts_failed';

/** A line on which each utterance lasts a second; after its script the contact stays silent. */
export class ScriptedLine implements TextLine {
  #nowMs = 0;
  #limitMs = Infinity;
  said: string[] = [];

  constructor(
    private readonly contact: Hears[],
    private readonly cuts: Readonly<Record<number, Cut>> = {},
    private readonly taken: readonly ('human' | 'contact')[] = ['human', 'contact'],
    readonly times: TalkTimes = SIMULATED_TIMES,
  ) {}

  nowMs(): number {
    return this.#nowMs;
  }

  cutAt(limitMs: number): void {
    this.#limitMs = limitMs;
  }

  /** How long it was listened, each time; `beep` for a voicemail's. */
  readonly waits: (number | 'beep')[] = [];

  awaitBeep(): Promise<void> {
    this.waits.push('beep');
    return Promise.resolve();
  }

  async speak(words: AsyncIterable<string>): ReturnType<TextLine['speak']> {
    const text = await wholeText(words);
    if (text === null) return null;
    const startMs = this.#nowMs;
    const cut = this.cuts[this.said.length] ?? null;
    this.said.push(text);
    const within = this.#pass(1_000);
    const playedText = cut ? (text.split(' ')[0] ?? '') : text;
    return { startMs, endMs: this.#nowMs, playedText, cutBy: within ? cut : 'limit' };
  }

  /** What the contact says while tools run. */
  meanwhile: string[] = [];
  /** How the line ends while tools run. */
  cutOff: 'hung_up' | 'lost' | null = null;
  readonly phrases: string[] = [];

  async waitFor<T>(work: AwaitedWork<T>, wait: WorkWait): Promise<WaitResult<T>> {
    if (this.cutOff) return { endedBy: this.cutOff };
    const value = await work.over;
    const startMs = this.#nowMs;
    this.#pass(work.talkMs(value) ?? 0);
    for (let atMs = startMs + wait.firstMs; atMs < this.#nowMs; atMs += wait.everyMs) {
      const playedText = wait.phrase();
      this.phrases.push(playedText);
      wait.onSpoken({ startMs: atMs, endMs: atMs, playedText, cutBy: null });
    }
    for (const text of this.meanwhile.splice(0)) {
      wait.onHeard({ text, startMs: this.#nowMs, endMs: this.#nowMs });
    }
    return { value };
  }

  /** Replies that were requested at pauses. */
  readonly early: EarlyReply[] = [];

  async listen(forMs: number, early?: EarlyListener): ReturnType<TextLine['listen']> {
    this.waits.push(forMs);
    const next = this.contact.shift() ?? 'silence';
    if (next === 'unclear' || next === 'stt_failed') return { kind: next };
    if (next === 'hang_up') return { kind: 'hung_up' };
    if (next === 'lost') return { kind: 'lost' };
    const startMs = this.#nowMs;
    this.#pass(next === 'silence' ? forMs : 1_000);
    if (next === 'silence') return { kind: 'silence', forMs };
    const { says: text, hangsUp: hungUp = false, machine = false, answerer } = next;
    for (const words of next.pauses ?? []) await this.#pause(words, startMs, early);
    return {
      kind: 'speech',
      text,
      startMs,
      endMs: this.#nowMs,
      hungUp,
      ...(machine && { answerer: 'voicemail' }),
      ...(answerer && { answerer }),
    };
  }

  /** Reads what a line would synthesize. */
  async #pause(words: string | null, startMs: number, early: EarlyListener | undefined): Promise<void> {
    if (words === null) early?.onResumed();
    const reply = words === null ? null : early?.onSettled({ text: words, startMs, endMs: this.#nowMs });
    if (!reply) return;
    this.early.push(reply);
    await reply.text[Symbol.asyncIterator]()
      .next()
      .catch(() => undefined);
  }

  /** The numbers that were to be called. */
  readonly called: (readonly string[])[] = [];

  transfer(numbers: readonly string[]): ReturnType<TextLine['transfer']> {
    this.called.push(numbers);
    const turns = this.taken.map((speaker) => {
      const startMs = this.#nowMs;
      this.#pass(1_000);
      return { speaker, text: 'Hello', startMs, endMs: this.#nowMs };
    });
    return Promise.resolve({ turns, endedBy: turns.at(-1)?.speaker ?? null });
  }

  #pass(ms: number): boolean {
    const to = this.#nowMs + ms;
    this.#nowMs = Math.min(to, this.#limitMs);
    return to <= this.#limitMs;
  }
}

export async function lead(
  engine: ScriptedEngine,
  line: TextLine,
  over: Partial<TalkBrief> = {},
  signal = new AbortController().signal,
  onEarly: ConstructorParameters<typeof TextTalk>[1] = null,
  tools: ToolUsers | null = null,
) {
  const turns: Turn[] = [];
  const end = await new TextTalk(engine, onEarly, tools).run(
    line,
    { ...BRIEF, ...over },
    (turn) => turns.push(turn),
    signal,
  );
  return { end, turns: turns.map(({ speaker, text }) => `${speaker}: ${text}`) };
}
