import { corpus } from '../turns/corpus.mjs';
import { TurnsDriver } from '../turns/turns-driver.mjs';

const TURNS = 300;
/** Calls at once; the kit recognizes on the cores that all share. */
const LEGS = { known: 4, kit: 2 };
const LLM_MS = 400;
/** Calls that show what quick answers are worth. */
const EARLY_CALLS = 6;
const GOALS = {
  known: { falseCutIns: 4, p50Ms: 450, p95Ms: 800, deafBargeIns: 2, falseStops: 3 },
  kit: { falseCutIns: 8, p50Ms: 650, p95Ms: 1_100, deafBargeIns: 3, falseStops: 8, lostWords: 10 },
};
/** How much later than the agent's own clock a telephone may hear it: two jitter buffers lie between. */
const ON_THE_WAY_MS = 100;
const EARLY = { sooner: 150, requestsATurn: 1.3 };

/** How well agents take turns: `npm run bench -- turns`, `--turns N` for a sample, `--engines known,kit,model` for a part. */
export default {
  name: 'turns',
  work: 'Turns of a spoken corpus, recognized by a fake that gives the known words at real pace and by the offline speech kit (English); with a model that takes 400 ms, asked at the end of a turn and early',
  against: '–',
  goal: 'in the telephone’s recording, which two jitter buffers delay by up to 100 ms; of 100, known words (kit): false cut-ins ≤ 4 (8), deaf barge-ins ≤ 2 (3), false stops ≤ 3 (8); response p50 ≤ 450 (650), p95 ≤ 800 (1,100) ms; lost words ≤ +10 points; asked early 150 ms sooner, at most 1.3 requests a turn',
  reached: ({ runs }) => {
    const named = (name) => runs.find(({ engines }) => engines === name);
    const goals = Object.entries(GOALS).map(([name, goal]) => meets(named(name), goal));
    const [late, early] = [named('model'), named('model-early')];
    const isSooner =
      !late || (late.p50Ms - early.p50Ms >= EARLY.sooner && early.requestsATurn <= EARLY.requestsATurn);
    return goals.every(Boolean) && isSooner;
  },
  async run({ turns = TURNS, legs, seed = 1, engines, base, kept }) {
    const wanted = engines ?? ['known', 'kit', 'model'];
    const options = { seed, turns, legs, wanted };
    const before = base === undefined ? [] : await measured(base, options);
    const runs = await measured(undefined, options);
    return { seed, before: together(kept?.before, before), runs: together(kept?.runs, runs) };
  },
};

/** Engines that were not measured now keep their figures. */
function together(kept = [], measuredNow) {
  const isNew = ({ engines }) => measuredNow.some((run) => run.engines === engines);
  return [...kept.filter((run) => !isNew(run)), ...measuredNow];
}

/** @param {string | undefined} dist another build than this tree's */
async function measured(dist, { seed, turns, legs, wanted }) {
  const driver = await TurnsDriver.start(dist);
  const runs = [];
  const measure = async (run) => {
    const { run: figures, judged } = await driver.measure(run);
    console.error(JSON.stringify(figures));
    if (process.argv.includes('--each')) for (const turn of judged) console.error(JSON.stringify(turn));
    runs.push(figures);
  };
  try {
    const [known, kit] = [legs ?? LEGS.known, legs ?? LEGS.kit];
    const all = corpus({ seed, turns });
    if (wanted.includes('known'))
      await measure({ name: 'known', calls: all, words: 'known', llmMs: 0, legs: known });
    if (wanted.includes('kit')) {
      const calls = corpus({ seed, turns, languages: ['english'] });
      await measure({ name: 'kit', calls, words: 'kit', llmMs: 0, legs: kit });
    }
    if (wanted.includes('model')) {
      const calls = all
        .filter(({ kind, background }) => kind === 'answers' && background === 'quiet')
        .slice(0, EARLY_CALLS);
      const run = { calls, words: 'bare', llmMs: LLM_MS, legs: known };
      await measure({ ...run, name: 'model', environment: { LLM_SPECULATION: 'off' } });
      await measure({ ...run, name: 'model-early', environment: { LLM_SPECULATION: 'on' } });
    }
    return runs;
  } finally {
    await driver.stop();
  }
}

function meets(run, goal) {
  const most = (name) => goal[name] + (name.endsWith('Ms') ? ON_THE_WAY_MS : 0);
  return !run || Object.keys(goal).every((name) => run[name] === null || run[name] <= most(name));
}
