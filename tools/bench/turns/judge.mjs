import { percentile } from '../load.mjs';
import { soundsOf } from '../../lib/sounds.mjs';
import { LAST_WORD } from './chat.mjs';

/** Quieter for so long is a pause of the agent. */
const PAUSE_MS = 200;
/** The person spoke words for so long; the telephone hears the agent's silence later by two jitter buffers. */
const WORDS_MS = 1_000;
const ON_THE_WAY_MS = 100;
/** The service counts from the answer as the telephone does, to so much. */
const CLOCKS_MS = 250;
/** The end of a turn's words may be recognized late. */
const LATE_WORDS_MS = 2_000;

/**
 * @typedef {import('./corpus.mjs').Call} Call
 * @typedef {{number: number, recordingMs: number}} Saying
 * @typedef {{speaker: string, text: string, startMs: number, endMs: number, responseMs?: number}} Turn
 * @typedef {{call: Call, clips: import('./voices.mjs').Clip[], recording: string, says: Saying[], turns: Turn[]}} Played
 */

/**
 * What became of each turn of a call; prompts are left out.
 * @param {Played} played
 */
export async function judge({ call, clips, recording, says, turns }) {
  const [, agent] = await soundsOf(recording, PAUSE_MS);
  const judged = says.map(({ number, recordingMs: fromMs }, at) => {
    const { kind } = call.turns[number - 1];
    const nextMs = says[at + 1]?.recordingMs ?? Infinity;
    const became =
      kind === 'answer'
        ? answerTo(clips[number - 1], agent, turns, fromMs, nextMs)
        : speechUnder(kind, agent, turns, fromMs);
    return { call: call.name, language: call.language, background: call.background, number, kind, ...became };
  });
  return judged.filter(({ kind }) => kind !== 'prompt');
}

function answerTo({ ms, words }, agent, turns, fromMs, nextMs) {
  const heard = heardFrom(turns, fromMs, Math.min(nextMs, fromMs + ms + LATE_WORDS_MS));
  return { ...answered(agent, fromMs, fromMs + ms, nextMs), ...wordsOf(words, heard) };
}

/** What happens to the agent's words when something is heard over them. */
function speechUnder(kind, agent, turns, fromMs) {
  const spoken = turns.find(
    ({ speaker, startMs, endMs }) =>
      speaker === 'agent' && startMs - CLOCKS_MS < fromMs && endMs + CLOCKS_MS > fromMs,
  );
  const isSounding = agent.some((sound) => sound.fromMs < fromMs && sound.toMs > fromMs);
  if (!spoken || !isSounding) return { isMissed: true };
  const isWhole = spoken.text.includes(LAST_WORD);
  if (kind !== 'barge-in') return { isFalseStop: !isWhole };
  const untilMs = fromMs + WORDS_MS + ON_THE_WAY_MS;
  const goesOn = agent.some((sound) => sound.fromMs < untilMs && sound.toMs > untilMs);
  return { isDeaf: isWhole || goesOn };
}

/** The agent cuts in, or answers after so many milliseconds; null: it says nothing. */
function answered(agent, fromMs, endMs, nextMs) {
  const began = agent.find((sound) => sound.fromMs > fromMs && sound.fromMs < nextMs);
  if (!began) return { cutsIn: false, responseMs: null };
  const cutsIn = began.fromMs < endMs;
  return { cutsIn, responseMs: cutsIn ? null : began.fromMs - endMs };
}

function heardFrom(turns, fromMs, toMs) {
  return turns
    .filter(({ speaker, startMs, endMs }) => speaker === 'contact' && endMs > fromMs && startMs < toMs)
    .map(({ text }) => text)
    .join(' ');
}

function wordsOf(known, heard) {
  const all = plainWords(known.map(({ text }) => text).join(' '));
  return { words: all.length, lost: all.length - commonWords(all, plainWords(heard)) };
}

function plainWords(text) {
  return text.toLowerCase().match(/[\p{L}\p{M}\p{N}]+/gu) ?? [];
}

/** The length of the longest common subsequence. */
function commonWords(known, heard) {
  let row = new Array(heard.length + 1).fill(0);
  for (const word of known) {
    const next = [0];
    for (const [at, other] of heard.entries())
      next.push(word === other ? row[at] + 1 : Math.max(row[at + 1], next[at]));
    row = next;
  }
  return row[heard.length];
}

/** The figures of all turns; null where there is nothing to judge. */
export function figuresOf(turns) {
  const of = (...kinds) => turns.filter(({ kind, isMissed }) => kinds.includes(kind) && !isMissed);
  const [answers, bargeIns] = [of('answer'), of('barge-in')];
  const others = of('backchannel', 'cough', 'television', 'noise-10');
  const responses = answers.flatMap(({ responseMs }) => responseMs ?? []);
  const behind = (background) => answers.filter((turn) => turn.background === background);
  const [quiet, noisy] = [lostShare(behind('quiet')), lostShare(behind('noise-10'))];
  return {
    turns: answers.length + bargeIns.length + others.length,
    falseCutIns: ofHundred(answers, ({ cutsIn }) => cutsIn),
    p50Ms: responses.length === 0 ? null : Math.round(percentile(responses, 0.5)),
    p95Ms: responses.length === 0 ? null : Math.round(percentile(responses, 0.95)),
    deafBargeIns: ofHundred(bargeIns, ({ isDeaf }) => isDeaf),
    falseStops: ofHundred(others, ({ isFalseStop }) => isFalseStop),
    lostWords: quiet === null || noisy === null ? null : Math.round(noisy - quiet),
    unanswered: answers.filter(({ cutsIn, responseMs }) => !cutsIn && responseMs === null).length,
    missed: turns.filter(({ isMissed }) => isMissed).length,
  };
}

function ofHundred(turns, isSo) {
  return turns.length === 0 ? null : Math.round((1_000 * turns.filter(isSo).length) / turns.length) / 10;
}

function lostShare(turns) {
  const words = turns.reduce((sum, turn) => sum + turn.words, 0);
  return words === 0 ? null : (100 * turns.reduce((sum, turn) => sum + turn.lost, 0)) / words;
}
