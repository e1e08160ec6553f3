import {
  type AwaitedWork,
  SIMULATED_TIMES,
  type TextLine,
  type Transferred,
  type WaitResult,
  wholeText,
  type WorkWait,
} from '../../../conversation';
import type { TalkBrief } from '../../../shared-kernel/talk';
import type { Contact, Reaction } from './contact';
import type { Timers } from '../../../platform/kernel/time/timers';
import { endingOf } from './endings';
import { own } from '../../../platform/kernel/own';
import { countryProblem } from '../../../platform/phone-number';

type Spoken = Awaited<ReturnType<TextLine['speak']>>;
type Heard = Awaited<ReturnType<TextLine['listen']>>;

/** Characters per second at pace 1, spaces and punctuation included. */
const CHARACTERS_PER_SECOND: Readonly<Record<string, number>> = {
  english: 15.5,
  hinglish: 15,
  hindi: 13.5,
  tamil: 14,
  telugu: 14,
  kannada: 14,
  malayalam: 15,
};
const DEFAULT_CHARACTERS_PER_SECOND = 13;
/** Ringing of the handoff number, and a greeting, before the person is on the line. */
const CONNECTING_MS = 5_000;
const TURN_GAP_MS = 450;
/** Longer than any work of a talk, and within what a timer can wait. */
const MAX_WORK_MS = 3_600_000;
const ENDED = Symbol('the line is over');

/**
 * An answered leg of the simulated network. Its clock is simulated: speech and silence advance it, whatever `speed`
 * makes of the real waits. At `Infinity` nothing waits, but everything still happens in order.
 */
export class SimulatedLine implements TextLine {
  #nowMs = 0;
  #limitMs = Number.POSITIVE_INFINITY;
  #reaction: Reaction;
  #broken = false;
  #breakWait: (() => void) | null = null;

  constructor(
    private readonly contact: Contact,
    private readonly language: string,
    private readonly brief: TalkBrief,
    private readonly network: { readonly speed: number; readonly timers: Timers; readonly now: () => Date },
    private readonly countries: readonly string[] | null,
  ) {
    this.#reaction = contact.onAnswer();
  }

  nowMs(): number {
    return this.#nowMs;
  }

  cutAt(limitMs: number): void {
    this.#limitMs = limitMs;
  }

  /** Ends whatever runs on the line, now and later. */
  break(): void {
    this.#broken = true;
    this.#breakWait?.();
  }

  readonly times = SIMULATED_TIMES;

  async speak(words: AsyncIterable<string>): Promise<Spoken> {
    const text = await wholeText(words);
    if (text === null) return null;
    await this.#pass(thinkingMs(text));
    const startMs = this.#nowMs;
    const { cut, reaction } = this.contact.onSpeech(text);
    const fullMs = this.#durationOf(text, this.brief.pace ?? 1);
    const playedMs = cut ? Math.round(fullMs * cut.at) : fullMs;
    this.#reaction = reaction;
    const passedMs = await this.#pass(playedMs);
    const part = fullMs === 0 ? 1 : passedMs / fullMs;
    const played = part >= 1 ? text : beginningOf(text, part);
    const times = { startMs, endMs: this.#nowMs, playedText: played };
    if (this.#broken) return { ...times, cutBy: 'lost' };
    if (passedMs < playedMs) return { ...times, cutBy: 'limit' };
    return { ...times, cutBy: cut?.by ?? null };
  }

  async listen(forMs: number): Promise<Heard> {
    const reaction = this.#reaction;
    if (reaction.do === 'stay_silent' || reaction.afterMs > forMs) {
      const from = this.#nowMs;
      await this.#pass(forMs);
      return this.#broken ? { kind: 'lost' } : { kind: 'silence', forMs: this.#nowMs - from };
    }
    this.#reaction = { do: 'stay_silent' };
    await this.#pass(reaction.afterMs);
    if (this.#broken) return { kind: 'lost' };
    return reaction.do === 'hang_up' ? { kind: 'hung_up' } : this.#receive(reaction);
  }

  /** A simulated greeting ends with its text. */
  awaitBeep(): Promise<void> {
    return Promise.resolve();
  }

  /** Work in real time counts one to one. What is spoken meanwhile is placed at its times once the work is over. */
  async waitFor<T>(work: AwaitedWork<T>, wait: WorkWait): Promise<WaitResult<T>> {
    const { now } = this.network;
    const [fromMs, began] = [this.#nowMs, now().getTime()];
    const line = this.#untilEnded();
    const value = await Promise.race([work.over, line.ended]);
    line.stop();
    if (value === ENDED) return { endedBy: this.#broken ? 'lost' : 'limit' };
    const passed = work.talkMs(value);
    if (passed === null) this.#advance(now().getTime() - began);
    else await this.#pass(passed);
    const workedMs = this.#nowMs - fromMs;
    for (let atMs = wait.firstMs; atMs < workedMs; atMs += wait.everyMs)
      this.#speakWaiting(fromMs + atMs, wait);
    if (this.#reaction.do === 'speak' && this.#reaction.afterMs < workedMs) {
      const heard = await this.listen(workedMs);
      if (heard.kind === 'speech') wait.onHeard(heard);
    }
    if (this.#broken) return { endedBy: 'lost' };
    return this.#nowMs >= this.#limitMs ? { endedBy: 'limit' } : { value };
  }

  #speakWaiting(startMs: number, wait: WorkWait): void {
    const playedText = wait.phrase();
    const endMs = Math.min(this.#limitMs, startMs + this.#durationOf(playedText, this.brief.pace ?? 1));
    wait.onSpoken({ startMs, endMs, playedText, cutBy: null });
    this.#nowMs = Math.max(this.#nowMs, endMs);
  }

  #advance(ms: number): void {
    this.#nowMs = Math.min(this.#limitMs, this.#nowMs + Math.max(0, Math.round(ms)));
  }

  /** `ended` resolves when the line breaks, or real time reaches the limit of the talk. */
  #untilEnded(): { readonly ended: Promise<typeof ENDED>; readonly stop: () => void } {
    const leftMs = Math.min(MAX_WORK_MS, this.#limitMs - this.#nowMs);
    let stop: () => void = () => undefined;
    const ended = new Promise<typeof ENDED>((resolve) => {
      if (this.#broken) {
        resolve(ENDED);
        return;
      }
      const cancel = this.network.timers.after(leftMs, () => {
        this.#advance(leftMs);
        resolve(ENDED);
      });
      stop = () => {
        cancel();
        this.#breakWait = null;
      };
      this.#breakWait = () => {
        stop();
        resolve(ENDED);
      };
    });
    return { ended, stop };
  }

  /** Only the first number is tried. Trunks refuse a number of a country that the operator closed, too. */
  async transfer([number]: readonly [string, ...string[]]): Promise<Transferred> {
    if (countryProblem(number, this.countries) !== undefined) return { turns: [], endedBy: null };
    await this.#pass(CONNECTING_MS);
    const isAnswered = !['busy', 'rings_out', 'does_not_exist'].includes(endingOf(number));
    const turns: Transferred['turns'][0][] = [];
    for (const { speaker, text } of isAnswered ? this.contact.afterTransfer() : []) {
      await this.#pass(TURN_GAP_MS);
      const startMs = this.#nowMs;
      const fullMs = this.#durationOf(text, 1);
      const passedMs = await this.#pass(fullMs);
      if (passedMs > 0)
        turns.push({ speaker, text: beginningOf(text, passedMs / fullMs), startMs, endMs: this.#nowMs });
      if (this.#broken) return { turns, endedBy: 'lost' };
      if (this.#nowMs >= this.#limitMs) return { turns, endedBy: 'limit' };
    }
    return { turns, endedBy: turns.at(-1)?.speaker ?? null };
  }

  async #receive({ text, machine, thenHangsUp }: Extract<Reaction, { do: 'speak' }>): Promise<Heard> {
    const startMs = this.#nowMs;
    const fullMs = this.#durationOf(text, 1);
    const passedMs = await this.#pass(fullMs);
    const received = beginningOf(text, passedMs / fullMs);
    return {
      kind: 'speech',
      text: received,
      startMs,
      endMs: this.#nowMs,
      ...(machine && { answerer: 'voicemail' }),
      ...(thenHangsUp && { hungUp: true }),
    };
  }

  /** Advances simulated time, at most to the limit. Resolves with the time that passed: 0 on a broken line. */
  #pass(ms: number): Promise<number> {
    const passes = Math.max(0, Math.min(ms, this.#limitMs - this.#nowMs));
    if (this.#broken || passes === 0) return Promise.resolve(0);
    const { speed, timers, now } = this.network;
    const began = now().getTime();
    return new Promise((resolve) => {
      const done = (passed: number): void => {
        this.#breakWait = null;
        this.#nowMs += passed;
        resolve(passed);
      };
      const cancel = timers.after(passes / speed, () => done(passes));
      this.#breakWait = () => {
        cancel();
        const real = now().getTime() - began;
        done(speed === Infinity ? 0 : Math.round(Math.max(0, Math.min(passes, real * speed))));
      };
    });
  }

  #durationOf(text: string, pace: number): number {
    const rate = own(CHARACTERS_PER_SECOND, this.language) ?? DEFAULT_CHARACTERS_PER_SECOND;
    return Math.max(300, Math.round((text.length / (rate * pace)) * 1_000));
  }
}

/** Delay of 300 to 650 ms before the agent speaks, deterministic for the text. */
function thinkingMs(text: string): number {
  return 300 + ((text.length * 37) % 350);
}

/** The whole words of a text that were spoken at a fraction (0 to 1) of it. */
function beginningOf(text: string, part: number): string {
  if (part >= 1) return text;
  const length = Math.floor(text.length * part);
  const space = text.lastIndexOf(' ', length);
  if (space > 0) return text.slice(0, space);
  // A contact that hangs up during the first word counts as having received it.
  const word = text.indexOf(' ');
  return length === 0 ? '' : text.slice(0, word > 0 ? word : undefined);
}
