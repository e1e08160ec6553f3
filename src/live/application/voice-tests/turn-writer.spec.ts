import { HandMovedTime } from '../../../../test/harness/simulated-network';
import type { TestTurn } from '../../domain/voice-test';
import { TurnWriter } from './turn-writer';

const turn = (speaker: 'agent' | 'contact', startMs: number): TestTurn => ({
  speaker,
  text: `Words at ${startMs}.`,
  startMs,
  endMs: startMs + 500,
});

function setUp() {
  const time = new HandMovedTime();
  const written: TestTurn[][] = [];
  const writer = new TurnWriter(time, (turns) => Promise.resolve(void written.push([...turns])));
  return { time, written, writer };
}

describe('TurnWriter', () => {
  it('stores the turns of 300 ms with one write, and none after the stop', async () => {
    const { time, written, writer } = setUp();
    writer.add(turn('agent', 0));
    writer.add(turn('contact', 1_000));
    expect(written).toEqual([]);
    await time.move(300);
    expect(written).toEqual([[turn('agent', 0), turn('contact', 1_000)]]);
    writer.stop();
    writer.add(turn('agent', 2_000));
    await time.move(1_000);
    expect(written).toHaveLength(1);
    expect(writer.turns).toHaveLength(3);
  });

  it("adds uses of tools to the agent's turn, which is stored again", async () => {
    const { time, written, writer } = setUp();
    const asked = { ...turn('agent', 1_000), stages: { endpointing: 1, stt: 2, llm: 3, tts: 4 } };
    writer.add(turn('contact', 1_000));
    writer.add(asked);
    await time.move(300);
    writer.addUses({ ...turn('agent', 1_000), toolInvocations: ['tinv_1', 'tinv_2'] });
    await time.move(300);
    expect(written.at(-1)).toEqual([
      turn('contact', 1_000),
      { ...asked, toolInvocations: ['tinv_1', 'tinv_2'] },
    ]);
  });

  it('repeats a write that failed', async () => {
    const time = new HandMovedTime();
    let isAway = true;
    const written: number[] = [];
    const writer = new TurnWriter(time, (turns) => {
      if (isAway) return Promise.reject(new Error('the database is away'));
      written.push(turns.length);
      return Promise.resolve();
    });
    writer.add(turn('agent', 0));
    await time.move(3_000);
    isAway = false;
    await time.move(3_000);
    expect(written).toEqual([1]);
  });

  it('writes nothing for a turn without uses, or for an unknown turn', async () => {
    const { time, written, writer } = setUp();
    writer.add(turn('agent', 0));
    await time.move(300);
    writer.addUses(turn('agent', 0));
    writer.addUses({ ...turn('agent', 7), toolInvocations: ['tinv_1'] });
    await time.move(300);
    expect(written).toEqual([[turn('agent', 0)]]);
  });
});
