import browser from '../live/browser.mjs';
import kit from '../live/kit.mjs';
import listening from '../live/listening.mjs';
import lossy from '../live/lossy.mjs';
import memory from '../live/memory.mjs';
import transport from '../live/transport.mjs';

/** What can be measured alone, by `--only=NAME,NAME`. */
const MEASURES = { browser, lossy, kit, transport, listening, memory };
const each = (what) => Object.entries(MEASURES).map(what);

/** Voice tests in the browser, and listening to calls. */
export default {
  name: 'live',
  work: each(([name, { work }]) => `${name}: ${work}`).join('; '),
  against: '–',
  goal: each(([name, { goal }]) => `${name}: ${goal}`).join('; '),
  /** undefined while something was not measured. */
  reached(figures) {
    const verdicts = each(([name]) => verdictOf(name, figures[name]));
    return verdicts.includes(false) ? false : verdicts.includes(undefined) ? undefined : true;
  },
  async run({ quick, only, kept }) {
    const names = only?.split(',') ?? Object.keys(MEASURES);
    const unknown = names.filter((name) => !Object.hasOwn(MEASURES, name));
    if (unknown.length > 0)
      throw new Error(`live measures ${Object.keys(MEASURES).join(', ')}, not ${unknown.join(', ')}.`);
    const figures = only !== undefined && !quick ? { ...kept } : {};
    for (const name of names) {
      const began = performance.now();
      // The others are measured all the same.
      figures[name] = await MEASURES[name].run({ quick }).catch((error) => {
        console.error(error);
        return { failed: error.message.split('\n', 1)[0] };
      });
      const seconds = Math.round((performance.now() - began) / 1_000);
      const verdict = { true: 'reached', false: 'NOT reached', undefined: 'not measured' };
      console.log(`  ${name} (${seconds} s): ${verdict[`${verdictOf(name, figures[name])}`]}`);
      console.log(`    ${JSON.stringify(figures[name])}`);
    }
    return figures;
  },
};

function verdictOf(name, figures) {
  if (figures === undefined || 'skipped' in figures) return undefined;
  return 'failed' in figures ? false : MEASURES[name].reached(figures);
}
