import { Random } from '../../lib/random.mjs';
import { SENTENCES } from './sentences.mjs';

/** Turns of a call, so many calls at most. */
const TURNS_A_CALL = 10;
/** Pauses by weight. */
const PAUSES_MS = { 300: 6, 600: 3, 900: 1 };
const ANYWHERE_MS = 300;
/** The share of pauses of 600 and 900 ms elsewhere: the rest follows a word that joins, fills or counts. */
const ELSEWHERE = 0.1;
/** So many pauses has a turn, by weight. */
const PAUSES = { 0: 4, 1: 4, 2: 2 };
/** One of this number of turns is a number, read slowly. */
const NUMBER_EVERY = 5;
/** Seconds of the agent's speech before somebody cuts in. */
const CUT_IN_S = [1.2, 2.4];

/** What is behind the words of each call that answers questions; SNR in dB. */
const ANSWERING = {
  english: ['quiet', 'noise-10', 'quiet', 'noise-20', 'noise-5', 'television', 'quiet', 'noise-10'],
  hindi: ['quiet', 'noise-10', 'quiet', 'quiet', 'noise-20'],
  hinglish: ['quiet', 'noise-10', 'quiet', 'noise-20', 'noise-5', 'quiet', 'quiet'],
};
const CUTTING_IN = { english: 4, hindi: 3, hinglish: 3 };
/** The events of a call that cuts in, in turn. */
const EVENTS = ['barge-in', 'backchannel', 'barge-in', 'cough', 'barge-in', 'television'].concat([
  'barge-in',
  'backchannel',
  'barge-in',
  'noise-10',
]);

/**
 * @typedef {{text: string, pauseMs: number}} Segment words without a pause, and the quiet after them
 * @typedef {'answer' | 'prompt' | 'barge-in' | 'backchannel' | 'cough' | 'television' | 'noise-10'} Kind
 * @typedef {{kind: Kind, segments: Segment[], cutInS: number | null}} Turn
 * @typedef {{name: string, kind: 'answers' | 'cuts-in', language: string, background: string, turns: Turn[]}} Call
 */

/**
 * The calls of the corpus: 300 turns, a prompt not counted, the same for a seed.
 * @param {{seed?: number, turns?: number, languages?: string[]}} options so many turns of it, of each sort alike
 * @returns {Call[]}
 */
export function corpus({ seed = 1, turns = 300, languages = Object.keys(ANSWERING) } = {}) {
  const random = new Random(seed);
  const calls = Object.keys(ANSWERING).flatMap((language) => [
    ...ANSWERING[language].map((background, at) => answering(language, background, at, random)),
    ...Array.from({ length: CUTTING_IN[language] }, (_, at) => cuttingIn(language, at, random)),
  ]);
  const own = calls.filter(({ language }) => languages.includes(language));
  const most = Math.max(1, Math.round(turns / TURNS_A_CALL));
  if (most >= own.length) return own;
  // A stride through calls sorted by kind takes of each kind its share.
  const sorted = own.sort((a, b) => a.kind.localeCompare(b.kind));
  return Array.from({ length: most }, (_, at) => sorted[Math.floor(((at + 0.5) * own.length) / most)]);
}

function answering(language, background, at, random) {
  const { turns, numbers } = SENTENCES[language];
  const texts = Array.from({ length: TURNS_A_CALL }, (_, turn) =>
    turn % NUMBER_EVERY === 3 ? numbers[(at + turn) % numbers.length] : turns[(5 * at + turn) % turns.length],
  );
  const says = texts.map((text) => ({ kind: 'answer', segments: segments(text, random), cutInS: null }));
  return { name: `${language}-${at + 1}-${background}`, kind: 'answers', language, background, turns: says };
}

function cuttingIn(language, at, random) {
  const { prompts, bargeIns, backchannels } = SENTENCES[language];
  const prompt = (turn) => ({
    kind: 'prompt',
    segments: whole(prompts[turn % prompts.length]),
    cutInS: null,
  });
  const turns = EVENTS.flatMap((kind, turn) => {
    const texts = { 'barge-in': bargeIns, backchannel: backchannels }[kind];
    const spoken = texts ? whole(texts[(at + turn) % texts.length]) : [];
    const cutInS = random.between(10 * CUT_IN_S[0], 10 * CUT_IN_S[1]) / 10;
    // After a cough the agent ends its sentence, and waits for words.
    return [{ kind, segments: spoken, cutInS }, ...(kind === 'barge-in' ? [] : [prompt(turn)])];
  });
  return {
    name: `${language}-cuts-in-${at + 1}`,
    kind: 'cuts-in',
    language,
    background: 'quiet',
    turns: [prompt(at), ...turns],
  };
}

function whole(text) {
  return [{ text, pauseMs: 0 }];
}

/** Divides a sentence at its pauses. */
function segments(text, random) {
  const words = text.split(' ');
  const inside = words.slice(0, -1).map((_, at) => at);
  const isOpen = (at) => words[at].endsWith('~');
  const places = new Map();
  for (let left = Number(random.weighted(PAUSES)); left > 0; left--) {
    const ms = Number(random.weighted(PAUSES_MS));
    const elsewhere = random.chance(ELSEWHERE);
    const allowed = ms === ANYWHERE_MS ? inside : inside.filter((at) => isOpen(at) !== elsewhere);
    const free = allowed.filter((at) => !places.has(at));
    if (free.length > 0) places.set(random.pick(free), ms);
  }
  const found = [];
  let spoken = [];
  for (const [at, word] of words.entries()) {
    spoken.push(word.replace('~', ''));
    const pauseMs = places.get(at);
    if (pauseMs === undefined && at < words.length - 1) continue;
    found.push({ text: spoken.join(' '), pauseMs: pauseMs ?? 0 });
    spoken = [];
  }
  return found;
}
