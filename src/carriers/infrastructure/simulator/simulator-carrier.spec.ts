import { Test } from '@nestjs/testing';
import { ConversationModule, TextTalk } from '../../../conversation';
import { HandMovedTime, Inbox, settled, simulatedCarrier } from '../../../../test/harness/simulated-network';
import type { SimulatorCarrier } from './simulator-carrier';
import { request } from '../../../../test/harness/simulator-request';

let talk: TextTalk;
let time: HandMovedTime;
let carrier: SimulatorCarrier;
let inbox: Inbox;

beforeAll(async () => {
  talk = (await Test.createTestingModule({ imports: [ConversationModule] }).compile()).get(TextTalk);
});

beforeEach(() => {
  time = new HandMovedTime();
  inbox = new Inbox();
  carrier = simulator(1);
});

function simulator(speed: number, facts = inbox): SimulatorCarrier {
  return simulatedCarrier(facts, talk, { speed, timers: time, now: () => new Date(time.nowMs) });
}

describe('SimulatorCarrier', () => {
  it('accepts, rings for four seconds, then is answered', async () => {
    expect(await carrier.dial(request('0001'))).toEqual({ kind: 'accepted', carrierCallId: null });
    expect(await carrier.lookUp('leg-0001')).toEqual({ state: 'in_transit' });
    await time.move(3_900);
    expect(inbox.types).toEqual(['ringing']);
    await time.move(200);
    expect(inbox.types).toEqual(['ringing', 'answered']);
    expect(await carrier.lookUp('leg-0001')).toEqual({ state: 'answered' });
    expect(inbox.events[1]?.at).toEqual(new Date('2026-11-20T10:00:04Z'));
  });

  it('reports until its events are stored, also after the end', async () => {
    const stores: (() => void)[] = [];
    jest.spyOn(inbox, 'accept').mockImplementation(() => new Promise((resolve) => stores.push(resolve)));
    const stored = async (): Promise<void> => {
      while (stores.length > 0) {
        stores.pop()?.();
        await settled();
      }
    };
    await carrier.dial(request('0003'));
    await time.move(1);
    expect(await carrier.lookUp('leg-0003')).toEqual({ state: 'reporting' });
    await stored();
    expect(await carrier.lookUp('leg-0003')).toEqual({ state: 'in_transit' });
    await time.move(45_000);
    expect(await carrier.lookUp('leg-0003')).toEqual({ state: 'reporting' });
    await stored();
    expect(await carrier.lookUp('leg-0003')).toMatchObject({ state: 'ended' });
  });

  it.each([
    ['0005', 'voicemail'],
    ['0010', 'unknown'],
    ['0007', 'human'],
    ['4711', 'human'],
  ])('reports with the answer who answers: %s, %s', async (ending, answeredBy) => {
    await carrier.dial(request(ending));
    await time.move(4_000);
    expect(inbox.events[1]).toMatchObject({ type: 'answered', answeredBy });
  });

  it('reports speech while it is spoken, and the end last', async () => {
    await carrier.dial(request('0001'));
    await time.move(20_000);
    expect(inbox.types).toContain('transcript');
    expect(inbox.types).not.toContain('ended');
    await time.move(300_000);
    expect(inbox.types.at(-1)).toBe('ended');
    const said = inbox.turns;
    expect(inbox.end).toEqual({ cause: 'hung_up', by: 'agent', talkMs: said.at(-1)?.endMs });
    expect(await carrier.lookUp('leg-0001')).toEqual({ state: 'ended', end: inbox.end });
    expect(time.waiting).toBe(0);
  });

  it('takes as long as the talk says, divided by the speed', async () => {
    await carrier.dial(request('0001'));
    await time.move(600_000);
    const { talkMs } = inbox.end as { talkMs: number };
    const realMs = (box: Inbox): number => {
      const at = (type: string): number => box.events.find((event) => event.type === type)?.at.getTime() ?? 0;
      return at('ended') - at('answered');
    };
    expect(realMs(inbox)).toBe(talkMs);
    const fast = new Inbox();
    await simulator(100, fast).dial(request('0001'));
    await time.move(600_000);
    expect(fast.end).toEqual(inbox.end);
    expect(realMs(fast)).toBeCloseTo(talkMs / 100, -2);
    expect(simulator(100).waitMs(4_000)).toBe(40);
    expect(simulator(Infinity).waitMs(4_000)).toBe(0);
  });

  it('has the same talk at any speed', async () => {
    const fast = new Inbox();
    await carrier.dial(request('4711'));
    await simulator(Infinity, fast).dial(request('4711'));
    await time.move(600_000);
    expect(fast.turns).toEqual(inbox.turns);
  });

  it.each([
    ['0002', 4_000, { cause: 'busy', by: 'carrier', talkMs: null }, ['ended']],
    ['0003', 45_000, { cause: 'no_answer', by: null, talkMs: null }, ['ringing', 'ended']],
    ['0004', 4_000, { cause: 'number_unreachable', by: 'carrier', talkMs: null }, ['ended']],
  ])('ends %s unanswered', async (ending, ms, end, types) => {
    await carrier.dial(request(ending));
    await time.move(ms - 1);
    expect(inbox.end).toBeUndefined();
    await time.move(1);
    expect(inbox.end).toEqual(end);
    expect(inbox.types).toEqual(types);
  });

  it('rings no longer than its limit', async () => {
    await carrier.dial(request('0001', { ringSeconds: 3 }));
    await time.move(3_000);
    expect(inbox.end).toMatchObject({ cause: 'no_answer' });
  });

  it('refuses two dials to 0009 for a temporary reason', async () => {
    for (const attempt of [1, 2]) {
      expect(await carrier.dial(request('0009', { attempt, reference: `try-${attempt}` }))).toMatchObject({
        kind: 'refused',
        temporary: true,
      });
      expect(await carrier.lookUp(`try-${attempt}`)).toEqual({ state: 'not_found' });
    }
    expect(await carrier.dial(request('0009', { attempt: 3 }))).toMatchObject({ kind: 'accepted' });
    await time.move(300_000);
    expect(inbox.end).toMatchObject({ cause: 'hung_up' });
  });

  it('reports nothing of 0015, not even when it is hung up', async () => {
    await carrier.dial(request('0015'));
    await time.move(3_600_000);
    expect(await carrier.lookUp('leg-0015')).toEqual({ state: 'in_transit' });
    await carrier.hangUp('leg-0015');
    await time.move(60_000);
    expect(inbox.events).toEqual([]);
    expect(await carrier.lookUp('leg-0015')).toMatchObject({ state: 'ended' });
  });

  it('ends while it rings by a hang-up', async () => {
    await carrier.dial(request('0001'));
    await time.move(1_000);
    await carrier.hangUp('leg-0001');
    await settled();
    expect(inbox.end).toEqual({ cause: 'canceled', by: 'agent', talkMs: null });
    await time.move(600_000);
    expect(inbox.types).toEqual(['ringing', 'ended']);
  });

  it('ends once by a hang-up in the middle of a turn', async () => {
    await carrier.dial(request('0001'));
    await time.move(4_000 + 12_345);
    await carrier.hangUp('leg-0001');
    await carrier.hangUp('leg-0001');
    await settled();
    expect(inbox.end).toEqual({ cause: 'canceled', by: 'agent', talkMs: 12_345 });
    await carrier.hangUp('leg-0001');
    await carrier.hangUp('no such leg');
    await time.move(600_000);
    expect(inbox.types.filter((type) => type === 'ended')).toHaveLength(1);
    expect(time.waiting).toBe(0);
  });

  it('dials a reference once', async () => {
    const answer = await carrier.dial(request('0001'));
    expect(await carrier.dial(request('0001'))).toEqual(answer);
    await time.move(600_000);
    expect(await carrier.dial(request('0001'))).toEqual(answer);
    await time.move(600_000);
    expect(inbox.types.filter((type) => type === 'ringing')).toHaveLength(1);
  });

  it('does not find an unknown call, and forgets calls that ended an hour ago', async () => {
    expect(await carrier.lookUp('stranger')).toEqual({ state: 'not_found' });
    await carrier.dial(request('0002'));
    await time.move(20 * 60_000);
    await carrier.dial(request('0004'));
    await time.move(60_000);
    expect(await carrier.lookUp('leg-0002')).toEqual({ state: 'not_found' });
    expect(await carrier.lookUp('leg-0004')).toMatchObject({ state: 'ended' });
  });
});
