import { Injectable, Optional } from '@nestjs/common';
import { spokenLanguage } from '../../shared-kernel/language';
import type { TalkBrief, Turn } from '../../shared-kernel/talk';
import { REAL_TIMERS, type Timers } from '../../platform/kernel/time/timers';
import { type DialogueCue, DialogueEngine, readArguments } from '../domain/dialogue-engine';
import { type TalkAnalysis, TalkAnalyst } from '../domain/talk-analyst';
import { SIMULATED_TIMES } from '../domain/text-line';
import { describeModelError, ModelFailure } from '../infrastructure/model/model-client';
import { phrasesOf } from '../offline/lexicon/phrases/phrases';
import type { ToolUsers } from '../domain/tool-user';
import type { HistoryItem } from '../../shared-kernel/talk-history';
import type { ToolUse } from '../../shared-kernel/tool-use';
import { Reply } from './reply';
import { ToolRounds } from './tool-rounds';
import { readTalk, type TalkToRead } from './talk-reading';

export const TYPED_LIMIT_MS = 10_000;

export interface TypedUse {
  readonly name: string;
  readonly arguments: Json;
  readonly result: Json;
}

type Json = string | number | boolean | object | null;

export interface TypedTurn {
  readonly speaker: 'agent' | 'contact';
  readonly text: string;
  /** Tools that the agent used before this turn. */
  readonly tools?: readonly TypedUse[];
}

interface TypedAnswer {
  readonly text: string;
  /** The agent would hang up, leave its message or transfer the contact now. */
  readonly ended: boolean;
  /** Uses of tools, each by a mock. */
  readonly tools: readonly TypedUse[];
  /** What failed; absent otherwise. */
  readonly problem?: string;
}

/** Runs typed conversations, stateless. Never rejects because of a model, and responds within ten seconds. */
@Injectable()
export class TypedTalk {
  constructor(
    private readonly engine: DialogueEngine,
    private readonly analyst: TalkAnalyst,
    @Optional() private readonly timers: Timers = REAL_TIMERS,
  ) {}

  /** The opening line when there are no turns. When the engine fails, the agent apologises and hangs up. */
  async answer(brief: TalkBrief, turns: readonly TypedTurn[], mocks?: ToolUsers): Promise<TypedAnswer> {
    const cue = cueOf(turns);
    const history = historyOf(turns);
    const used: TypedUse[] = [];
    const user = brief.tools && mocks ? mocks.of({ tools: brief.tools, nowMs: () => 0 }) : null;
    const rounds = user && new ToolRounds(user, () => 0, []);
    let text = '';
    try {
      const ended = await this.#inTime(async (signal) => {
        for (let next = cue; ;) {
          const reply = new Reply(this.engine.next(brief, history, next, signal));
          const following = rounds?.follow(reply);
          for await (const words of reply.words()) text += words;
          const round = await following;
          if (!round || !rounds) return reply.action.do !== 'go_on' && reply.action.do !== 'use_tools';
          const uses = await round.over;
          history.push(rounds.outcomeOf(uses, false).round);
          used.push(...uses.map(typedUse));
          if (text !== '') text += ' ';
          if (round.isLast) next = { ...next, withoutTools: true };
        }
      });
      return { text: clean(text), ended: ended || cue.silences > 1, tools: used };
    } catch (error) {
      const { trouble } = phrasesOf(spokenLanguage(brief.language));
      const why = describeModelError(error);
      const problem = `The model that leads conversations failed (${why}); on a call, too, the agent would apologise and hang up. ${ADVICE}`;
      return { text: clean(`${text} ${trouble}`), ended: true, tools: used, problem };
    }
  }

  async read(
    talk: Omit<TalkToRead, 'turns'>,
    typed: readonly TypedTurn[],
  ): Promise<{
    readonly turns: readonly Turn[];
    readonly analysis: TalkAnalysis;
    readonly problem?: string;
  }> {
    const turns = withTimes(typed);
    const nothing = TalkAnalyst.emptyAnalysis(talk.questions);
    if (!turns.some(({ speaker }) => speaker === 'contact')) return { turns, analysis: nothing };
    try {
      const analysis = await this.#inTime((signal) => readTalk(this.analyst, { ...talk, turns }, signal));
      return { turns, analysis };
    } catch (error) {
      const why = error instanceof ModelFailure ? error.message : describeModelError(error);
      const problem = `The model that reads conversations failed (${why}), so nothing was found out. ${ADVICE}`;
      return { turns, analysis: nothing, problem };
    }
  }

  /** @throws DOMException (TimeoutError) after the timeout; its signal then ends the work */
  async #inTime<T>(work: (signal: AbortSignal) => Promise<T>): Promise<T> {
    const over = new AbortController();
    let stop: () => void = () => undefined;
    const late = new Promise<never>((_, reject) => {
      stop = this.timers.after(TYPED_LIMIT_MS, () => {
        const error = new DOMException('the model took too long', 'TimeoutError');
        over.abort(error);
        reject(error);
      });
    });
    try {
      return await Promise.race([work(over.signal), late]);
    } finally {
      stop();
    }
  }
}

const ADVICE = 'Try again; if it stays so, tell the operator of this service.';

/** The client sends this text back, so it must pass the validation of a request. */
function clean(text: string): string {
  return text.replace(/\0|\p{Surrogate}/gu, '').trim();
}

/** The agent's last turns without a reply count as silences. */
function cueOf(turns: readonly TypedTurn[]): DialogueCue {
  const silences = Math.min(
    2,
    turns.length - 1 - turns.findLastIndex(({ speaker }) => speaker === 'contact'),
  );
  const silentMs = silences === 0 ? 0 : (SIMULATED_TIMES.silencesMs[silences - 1] ?? 0);
  return { silentMs, silences, machine: false, transferFailed: false };
}

function typedUse({ name, arguments: sent, answer }: ToolUse): TypedUse {
  return { name, arguments: readArguments(sent) ?? null, result: answer.result ?? null };
}

/** Uses of tools before a turn of the agent precede the turn. */
function historyOf(turns: readonly TypedTurn[]): HistoryItem[] {
  return withTimes(turns).flatMap((turn, at): HistoryItem[] => {
    const tools = turns[at]?.tools ?? [];
    if (tools.length === 0) return [turn];
    const uses = tools.map((use, place): ToolUse => {
      const done = { invocationId: null, error: null, say: null, talkMs: null };
      return { ...use, key: String(place), answer: { ...done, status: 'succeeded', result: use.result } };
    });
    return [{ uses, hadText: false }, turn];
  });
}

const MS_A_CHARACTER = 60;
const GAP_MS = 500;

function withTimes(turns: readonly TypedTurn[]): readonly Turn[] {
  let at = 0;
  return turns.map(({ speaker, text }) => {
    const startMs = at;
    const endMs = startMs + MS_A_CHARACTER * text.length;
    at = endMs + GAP_MS;
    return { speaker, text, startMs, endMs };
  });
}
