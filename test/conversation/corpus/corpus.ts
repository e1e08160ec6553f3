import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Turn } from '../../../src/shared-kernel/talk';

/** A written talk with its expected analysis. */
export interface WrittenTalk {
  readonly id: string;
  readonly turns: readonly Turn[];
  readonly questions: readonly string[];
  readonly disposition: string;
  /** Each question with words that the answer must contain, or null. */
  readonly answers: Readonly<Record<string, string | null>>;
  readonly callbackTimeText: string | null;
  /** Every third talk: only measured, never used to write rules. */
  readonly measuredOnly: boolean;
}

export const CORPUS_LANGUAGES = ['hinglish', 'hindi', 'english'] as const;
export type CorpusLanguage = (typeof CORPUS_LANGUAGES)[number];

const SPEAKERS = { A: 'agent', C: 'contact', H: 'human' } as const;

/**
 * Files hold `# set: question; question`, then for each talk `## id disposition | set`, a line for each utterance (A
 * agent, C contact, H human), `= question: words of the answer`, and `? time of a callback`.
 */
export function corpusOf(language: CorpusLanguage): readonly WrittenTalk[] {
  return talksIn(`${language}.txt`).map((talk, at) => ({ ...talk, measuredOnly: at % 3 === 2 }));
}

export function talksForTheRules(language: CorpusLanguage): readonly WrittenTalk[] {
  return talksIn(`more-${language}.txt`);
}

function talksIn(file: string): readonly WrittenTalk[] {
  const lines = readFileSync(join(__dirname, file), 'utf8').split('\n');
  const sets = new Map<string, readonly string[]>();
  for (const line of lines) {
    const [, name, questions] = /^# (\w+): (.*)$/u.exec(line) ?? [];
    if (name !== undefined && questions !== undefined) sets.set(name, questions.split('; '));
  }
  const talks = lines.join('\n').split(/^## /mu).slice(1);
  return talks.map((talk) => talkOf(talk.trim().split('\n'), sets));
}

function talkOf(
  [head = '', ...lines]: readonly string[],
  sets: ReadonlyMap<string, readonly string[]>,
): WrittenTalk {
  const [, id = '', disposition = '', set = ''] = /^(\S+) (\S+) \| (\S+)$/u.exec(head) ?? [];
  const questions = sets.get(set) ?? [];
  const answers: Record<string, string | null> = Object.fromEntries(
    questions.map((question) => [question, null]),
  );
  const turns: Turn[] = [];
  let callbackTimeText: string | null = null;
  for (const line of lines) {
    const mark = line.charAt(0);
    const rest = line.slice(2).trim();
    if (mark === 'A' || mark === 'C' || mark === 'H') {
      turns.push({
        speaker: SPEAKERS[mark],
        text: rest,
        startMs: turns.length * 3_000,
        endMs: turns.length * 3_000 + 2_500,
      });
    } else if (mark === '?') callbackTimeText = rest;
    else if (mark === '=') {
      const question = questions.find((each) => rest.startsWith(`${each}: `));
      if (question === undefined) throw new Error(`${id}: no such question: ${rest}`);
      Object.assign(answers, { [question]: rest.slice(question.length + 2) });
    }
  }
  return { id, turns, questions, disposition, answers, callbackTimeText, measuredOnly: false };
}
