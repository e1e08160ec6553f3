import type { Answerer, ListenResult } from '../conversation';
import type { MediaLeg } from '../media';
import type { Recognition } from '../speech';
import { DeferredTurn } from './turns/deferred-turn';
import { TurnDetector } from './turns/turn-detector';
import type { RecognizedTurn } from './turns/turn-detector-options';
import { joinedInputs } from './joined-inputs';
import { Keypad } from './keypad';
import { isFromPerson, MachineDetection } from './machine-detection';
import type { PlaybackResult } from './speech-player';
import type { SpeechInputOptions } from './speech-input-options';

/** A backchannel that ended this shortly before a question did answers it. */
const ANSWERED_EARLY_MS = 1_000;
/** Turns without words after which the agent mentions a bad line. */
const MAX_NOISES = 2;

/** Queues the input of a leg: turns, keys, beeps, and who answered. */
export class SpeechInput {
  /** `null` once the agent has answered the words. */
  unansweredMs: number | null = null;
  /** Since when a voicemail records; earlier sounds, and beeps, are not a person. */
  recordedSinceMs = 0;
  readonly #inbox: ListenResult[] = [];
  readonly turns: TurnDetector;
  readonly #keypad: Keypad;
  readonly #detection: MachineDetection | null;
  readonly #stopKeys: () => void;
  #stopBeeps: () => void = () => undefined;
  /** A short sound of assent during the agent's speech, outside of a voicemail message. */
  #backchannel: RecognizedTurn | null = null;
  readonly #deferred = new DeferredTurn();
  #noises = 0;
  /** Once in a call: later noise is silence, however much there is. */
  #reportedUnclear = false;
  #beeps = 0;
  #beepEndMs = -Infinity;
  #isIgnored = false;

  readonly recognition: Recognition;

  constructor(
    private readonly leg: MediaLeg,
    private readonly options: SpeechInputOptions,
  ) {
    const { timers, nowMs, emit } = options;
    this.recognition = options.recognize((text) => this.turns.onRecognized(text));
    this.#detection = options.detects ? this.#makeDetection() : null;
    this.#keypad = new Keypad(timers, nowMs, (turn) => {
      emit({ type: 'timeline', kind: 'dtmf', message: 'The contact pressed keys.' });
      if (!this.#defer({ ...turn, longestMs: 0 })) this.#receive({ kind: 'speech', ...turn });
    });
    this.turns = this.#makeDetector();
    this.#stopKeys = leg.listen({
      dtmf: (key) => this.press(key),
    });
    if (this.#detection) this.listenForBeeps();
  }

  press(key: string): void {
    if (this.#isIgnored) return;
    this.options.bargeInDetector().onKey();
    this.#keypad.press(key);
  }

  ignore(isIgnored: boolean): void {
    this.#isIgnored = isIgnored;
    this.turns.ignore(isIgnored);
    this.forget();
  }

  next(): ListenResult | undefined {
    return this.#inbox.shift();
  }

  giveBack(inputs: readonly ListenResult[]): void {
    this.#inbox.unshift(...inputs);
  }

  /** The contact speaks or presses keys, or the words of a turn are awaited. */
  get isBusy(): boolean {
    return this.turns.isBusy || this.#keypad.isBusy;
  }

  get isPending(): boolean {
    return this.#inbox.length > 0 || this.isBusy;
  }

  get beeps(): number {
    return this.#beeps;
  }

  /** Beep detection costs more than speech detection, so it runs only while beeps matter. */
  listenForBeeps(): void {
    this.#stopBeeps();
    this.#stopBeeps = this.leg.listen({
      tone: ({ atMs, lengthMs }) => {
        this.#beeps += 1;
        this.#beepEndMs = atMs + lengthMs - this.options.offsetMs;
        this.#detection?.beep();
        this.options.onChanged();
      },
    });
  }

  /** After a hang-up: the words and keys that no reply follows become one input. */
  async finish(): Promise<void> {
    await this.turns.finish();
    this.#keypad.finish();
    this.#inbox.push(...joinedInputs(this.#inbox.splice(0)));
  }

  forget(): void {
    this.#inbox.length = 0;
  }

  settle(answerer: Answerer): void {
    this.#detection?.settle(answerer);
  }

  /** Words that came meanwhile still wait. */
  onAnswered(unansweredMs: number | null): void {
    if (this.unansweredMs === unansweredMs) this.unansweredMs = null;
  }

  /** A "haan" at the end of a question answers it. Deferred words wait for the end of the contact's speech. */
  afterSpeech(result: PlaybackResult | null): void {
    const aside = this.#backchannel;
    this.#backchannel = null;
    if (!this.turns.isBusy) this.#flushDeferred();
    if (!result || !aside) return;
    const { spoken, endMs } = result;
    if (spoken.endsWith('?') && aside.endMs >= endMs - ANSWERED_EARLY_MS) this.#onTurn(aside);
  }

  close(): void {
    this.#stopKeys();
    this.#stopBeeps();
    this.#keypad.close();
    this.turns.close();
    this.#detection?.finish();
  }

  #makeDetector(): TurnDetector {
    const { early, bargeInDetector, onAwaitingReply, onWithdrawn, onChanged } = this.options;
    return new TurnDetector(this.leg, {
      ...this.options,
      recognition: this.recognition,
      events: {
        onVoiced: (atMs) => {
          early.onResumed();
          bargeInDetector().onVoiced(atMs);
          onChanged();
        },
        onQuiet: (atMs) => bargeInDetector().onQuiet(atMs),
        onWords: (text) => bargeInDetector().onWords(text),
        onSettled: (words) => early.onSettled(words),
        onOver: (mayContinue) => {
          if (mayContinue) bargeInDetector().expectMore();
          if (!bargeInDetector().isSpeaking) onAwaitingReply(true);
        },
        onTurn: (turn) => {
          this.#noises = 0;
          const isFromPerson = this.#isFromPerson(turn);
          if (!bargeInDetector().ignores(turn.text, isFromPerson))
            this.#onTurn(this.#deferred.joinedTo(turn));
          else if (!this.#defer(turn)) {
            onWithdrawn();
            if (isFromPerson && !bargeInDetector().isMessage) this.#backchannel = turn;
          }
        },
        onNoise: () => {
          onWithdrawn();
          bargeInDetector().onNoise();
          if (!bargeInDetector().isSpeaking) this.#flushDeferred();
          if (!bargeInDetector().isSpeaking) onAwaitingReply(false);
          this.#onNoise();
        },
        onFailed: () => this.#receive({ kind: 'stt_failed' }),
      },
    });
  }

  #makeDetection(): MachineDetection {
    const { emit, timers } = this.options;
    return new MachineDetection({
      timers,
      isBusy: () => this.turns.isBusy,
      found: (value, message) => {
        if (value !== 'voicemail' && value !== 'screening') this.#stopBeeps();
        emit({ type: 'answering_party', value });
        emit({ type: 'timeline', kind: 'amd', message });
      },
      onSuspected: (message) => emit({ type: 'timeline', kind: 'amd', message }),
    });
  }

  #isFromPerson({ text, startMs }: RecognizedTurn): boolean {
    return startMs >= this.recordedSinceMs && startMs > this.#beepEndMs && isFromPerson(text);
  }

  /** @returns whether the turn waits until the agent has finished */
  #defer(turn: RecognizedTurn): boolean {
    const isDeferred = this.options.bargeInDetector().defers(turn.text);
    if (isDeferred) this.#deferred.add(turn);
    return isDeferred;
  }

  /** The contact waits since the agent finished. */
  #flushDeferred(): void {
    const turn = this.#deferred.remove();
    if (!turn) return;
    this.#onTurn(turn);
    this.unansweredMs = this.options.nowMs();
  }

  #onTurn(turn: RecognizedTurn): void {
    const { startMs, endMs } = turn;
    const answerer = this.#detection?.onTurn(turn) ?? null;
    const text = this.#keypad.joinedTo(turn.text);
    this.unansweredMs = endMs;
    this.#receive({ kind: 'speech', text, startMs, endMs, ...(answerer && { answerer }) });
  }

  #onNoise(): void {
    if (this.options.bargeInDetector().isSpeaking) return;
    this.#noises += 1;
    if (this.#noises < MAX_NOISES || this.#reportedUnclear) this.options.onChanged();
    else {
      this.#reportedUnclear = true;
      this.#receive({ kind: 'unclear' });
    }
  }

  #receive(input: ListenResult): void {
    if (this.#isIgnored) return;
    this.#inbox.push(input);
    this.options.onChanged();
  }
}
