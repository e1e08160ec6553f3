import { type Hears, lead, say, ScriptedEngine, ScriptedLine } from '../../../test/harness/scripted-talk';
import type { EarlyResult } from './early-replies';

const BYE = say('Bye.', 'hang_up');

/** Runs a talk in which the contact says that after the opening line. */
async function talk(steps: ConstructorParameters<typeof ScriptedEngine>[0], hears: Hears[], isOn = true) {
  const engine = new ScriptedEngine([say('Opening.'), ...steps]);
  const line = new ScriptedLine(['silence', ...hears]);
  const results: EarlyResult[] = [];
  const count = (result: EarlyResult) => results.push(result);
  const { end, turns } = await lead(engine, line, {}, undefined, isOn ? count : null);
  return { engine, line, results, end, turns };
}

describe('EarlyReplies', () => {
  it('plays a reply when the turn ends with the words it was requested for', async () => {
    const { engine, line, results, turns } = await talk(
      [BYE],
      [{ says: 'I am fine.', pauses: ['I am fine'] }],
    );
    expect(turns).toEqual(['agent: Opening.', 'contact: I am fine.', 'agent: Bye.']);
    expect([engine.heard.length, line.said, results]).toEqual([2, ['Opening.', 'Bye.'], ['used']]);
    expect(engine.heard[1]?.at(-1)).toMatchObject({ speaker: 'contact', text: 'I am fine' });
  });

  it.each([
    ['the turn has other words', ['I am'], 'words'],
    ['the contact goes on', ['I am fine', null], 'speech'],
  ] as const)('neither plays, stores nor acts on a reply when %s', async (_, pauses, result) => {
    const steps = [say('Goodbye then.', 'hang_up'), say('How nice.'), BYE];
    const { line, results, turns } = await talk(steps, [{ says: 'I am fine', pauses }, { says: 'Yes' }]);
    expect(turns).toEqual([
      'agent: Opening.',
      'contact: I am fine',
      'agent: How nice.',
      'contact: Yes',
      'agent: Bye.',
    ]);
    expect([line.early[0]?.signal.aborted, results]).toEqual([true, [result]]);
  });

  it('requests two replies a turn at most', async () => {
    const pauses = ['One', 'One two', 'One two three', null, 'One two three four'];
    const { engine, results } = await talk(
      [say('a'), say('b'), BYE],
      [{ says: 'One two three four', pauses }],
    );
    expect([engine.heard.length, results]).toEqual([4, ['words', 'words']]);
  });

  it('ends after three unused replies a talk, or in three of ten turns', async () => {
    const turns = 14;
    const steps = Array.from({ length: 2 * turns }, () => say('Go on.'));
    const hears = Array.from({ length: turns }, () => ({ says: 'One two', pauses: ['One', null] }));
    const { results } = await talk(steps, hears);
    expect(results).toEqual(['speech', 'speech', 'speech', 'speech']);
  });

  it('requests one reply for the same words', async () => {
    const { engine } = await talk([BYE], [{ says: 'Yes', pauses: ['Yes', 'Yes.', 'yes'] }]);
    expect(engine.heard).toHaveLength(2);
  });

  it('repeats a failed request for a reply', async () => {
    const { end, results } = await talk([new Error('500'), BYE], [{ says: 'Yes', pauses: ['Yes'] }]);
    expect([end, results]).toEqual([{ cause: 'hung_up', by: 'agent' }, ['failed']]);
  });

  it('drops a reply when the call ends first', async () => {
    const { line, results } = await talk([BYE], [{ says: 'Bye', pauses: ['Bye'], hangsUp: true }]);
    expect([line.early[0]?.signal.aborted, results]).toEqual([true, ['unused']]);
  });

  it('requests none before the opening line, which needs no words', async () => {
    const engine = new ScriptedEngine([BYE]);
    const line = new ScriptedLine([{ says: 'Hello?', pauses: ['Hello?'] }]);
    await lead(engine, line, {}, undefined, () => undefined);
    expect([engine.heard.length, line.early]).toEqual([1, []]);
  });

  it('requests none when early replies are off', async () => {
    const { engine, line } = await talk([BYE], [{ says: 'Yes', pauses: ['Yes'] }], false);
    expect([engine.heard.length, line.early]).toEqual([2, []]);
  });
});
