import type { ToolAnswer, ToolRound, ToolUse } from '../../shared-kernel/tool-use';
import type { ToolCall } from '../domain/dialogue-engine';
import type { AwaitedWork } from '../domain/text-line';
import { ToolLimits } from '../domain/tool-limits';
import type { ToolUser } from '../domain/tool-user';
import type { Reply } from './reply';

/** After the words of the answer that uses the tools; without words there is no wait. */
const FIRST_PHRASE_MS = 2_000;
const NEXT_PHRASE_MS = 5_000;

/** Uses that run. */
export interface RunningRound extends AwaitedWork<readonly ToolUse[]> {
  /** The engine may use no further tool in this turn. */
  readonly isLast: boolean;
}

export interface RoundOutcome {
  readonly round: ToolRound;
  readonly invocations: readonly string[];
}

/** Runs the tools that the engine's answers use. */
export class ToolRounds {
  readonly #limits = new ToolLimits();
  #phrases = 0;

  /** @param phrases of the language, for tools without their own */
  constructor(
    private readonly user: ToolUser,
    private readonly nowMs: () => number,
    private readonly phrases: readonly string[],
  ) {}

  newTurn(): void {
    this.#limits.newTurn();
  }

  /** Begins the calls of a reply as soon as its stream has ended; null without any, and when it breaks off before. */
  async follow(reply: Reply): Promise<RunningRound | null> {
    try {
      await reply.whole();
    } catch {
      return null;
    }
    for (const note of reply.notes) this.user.note(note);
    return reply.action.do === 'use_tools' ? this.#begin(reply.action.calls) : null;
  }

  /** When the phrases of a wait come, and which. */
  waitOf({ calls, hadText }: { readonly calls: readonly string[]; readonly hadText: boolean }) {
    const own = this.user.specs.find(({ name, speech }) => calls.includes(name) && speech.waiting !== null);
    return {
      firstMs: hadText ? FIRST_PHRASE_MS : 0,
      everyMs: NEXT_PHRASE_MS,
      phrase: () => own?.speech.waiting ?? this.#nextPhrase(),
    };
  }

  outcomeOf(uses: readonly ToolUse[], hadText: boolean): RoundOutcome {
    return {
      round: { uses, hadText },
      invocations: uses.flatMap(({ answer }) => answer.invocationId ?? []),
    };
  }

  end(): void {
    this.user.end();
  }

  #begin(calls: readonly ToolCall[]): RunningRound {
    const admitted = this.#limits.admit(calls.length, this.nowMs());
    const uses = calls.map(async (call, at): Promise<ToolUse> => {
      const answer = await (at < admitted ? this.user.use(call) : this.user.skip(call));
      return { ...call, answer };
    });
    return {
      isLast: admitted < calls.length,
      over: Promise.all(uses),
      talkMs: (done) => talkMsOf(done.map(({ answer }) => answer)),
    };
  }

  #nextPhrase(): string {
    const phrase = this.phrases[this.#phrases % Math.max(1, this.phrases.length)] ?? '';
    this.#phrases += 1;
    return phrase;
  }
}

/** The longest talk time, as the uses ran concurrently; null when time passed during one of them. */
function talkMsOf(answers: readonly ToolAnswer[]): number | null {
  const times = answers.map(({ talkMs }) => talkMs);
  return times.includes(null) ? null : Math.max(0, ...times.map((ms) => ms ?? 0));
}
