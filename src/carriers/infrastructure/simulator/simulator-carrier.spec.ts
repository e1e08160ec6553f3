import { Test } from '@nestjs/testing';
import { ConversationModule, TextTalk } from '../../../conversation';
import type { TalkBrief } from '../../../shared-kernel/talk';
import { HandMovedTime, Inbox, settled, simulatedCarrier } from '../../../../test/harness/simulated-network';
import type { CarrierEvent, OutboundCallRequest, LegEnd } from '../../domain/carrier';
import type { SimulatorCarrier } from './simulator-carrier';
import { SPEAKING } from '../../../../test/harness/talk-brief';

const BRIEF: TalkBrief = {
  ...SPEAKING,
  agentName: 'Asha',
  language: 'english',
  openingLine: 'Hello, this is Asha. Is this a good time to talk?',
  systemPrompt: '',
  questions: ['Budget'],
  dispositions: [],
  handoffNumbers: [],
  pace: null,
  contactName: null,
  now: new Date('2026-11-20T10:00:00Z'),
  timeZone: 'Asia/Kolkata',
  maxSeconds: 600,
};

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

const request = (ending: string, over: Partial<OutboundCallRequest> = {}): OutboundCallRequest => ({
  reference: `leg-${ending}`,
  attempt: 1,
  number: `+91981234${ending}`,
  ringSeconds: 45,
  talk: BRIEF,
  ...over,
});

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

  it.each([
    ['0005', 'voicemail'],
    ['0010', 'unknown'],
    ['0007', 'human'],
    ['4711', 'human'],
  ])('tells with the answer who answers: %s, %s', async (ending, answeredBy) => {
    await carrier.dial(request(ending));
    await time.move(4_000);
    expect(inbox.events[1]).toMatchObject({ type: 'answered', answeredBy });
  });

  it('reports what is said while it is said, and the end last', async () => {
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

  it('says the same at any speed', async () => {
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
  ])('%s ends unanswered', async (ending, ms, end, types) => {
    await carrier.dial(request(ending));
    await time.move(ms - 1);
    expect(inbox.end).toBeUndefined();
    await time.move(1);
    expect(inbox.end).toEqual(end);
    expect(inbox.types).toEqual(types);
  });

  it('rings no longer than it is told to', async () => {
    await carrier.dial(request('0001', { ringSeconds: 3 }));
    await time.move(3_000);
    expect(inbox.end).toMatchObject({ cause: 'no_answer' });
  });

  it('0009 refuses two dials for a temporary reason', async () => {
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

  it('0015 never reports anything, not even when it is hung up', async () => {
    await carrier.dial(request('0015'));
    await time.move(3_600_000);
    expect(await carrier.lookUp('leg-0015')).toEqual({ state: 'in_transit' });
    await carrier.hangUp('leg-0015');
    await time.move(60_000);
    expect(inbox.events).toEqual([]);
    expect(await carrier.lookUp('leg-0015')).toMatchObject({ state: 'ended' });
  });

  it('is hung up while it rings', async () => {
    await carrier.dial(request('0001'));
    await time.move(1_000);
    await carrier.hangUp('leg-0001');
    await settled();
    expect(inbox.end).toEqual({ cause: 'canceled', by: 'agent', talkMs: null });
    await time.move(600_000);
    expect(inbox.types).toEqual(['ringing', 'ended']);
  });

  it('is hung up in the middle of a word, at once, and only once', async () => {
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

  it('knows nothing of what it never saw, and forgets what ended long ago', async () => {
    expect(await carrier.lookUp('stranger')).toEqual({ state: 'not_found' });
    await carrier.dial(request('0002'));
    await time.move(20 * 60_000);
    await carrier.dial(request('0004'));
    await time.move(60_000);
    expect(await carrier.lookUp('leg-0002')).toEqual({ state: 'not_found' });
    expect(await carrier.lookUp('leg-0004')).toMatchObject({ state: 'ended' });
  });

  it('delivers again what was not taken, in order, and loses nothing', async () => {
    inbox.failures = 3;
    await carrier.dial(request('0001'));
    await time.move(700_000);
    expect(inbox.types[0]).toBe('ringing');
    expect(inbox.types[1]).toBe('answered');
    expect(inbox.types.at(-1)).toBe('ended');
    const said = inbox.turns;
    expect(said[0]?.startMs).toBeLessThan(2_000);
    expect(said.map(({ startMs }) => startMs)).toEqual(
      said.map(({ startMs }) => startMs).sort((a, b) => a - b),
    );
  });

  it('gives up an event that is never accepted, and goes on', async () => {
    inbox.failures = Infinity;
    await carrier.dial(request('0002'));
    await time.move(3_600_000);
    expect(await carrier.lookUp('leg-0002')).toEqual({
      state: 'ended',
      end: { cause: 'busy', by: 'carrier', talkMs: null },
    });
    expect(time.waiting).toBe(0);
  });

  it.each([
    ['to its end', '0001', Infinity],
    ['until it was hung up', '0001', 20_000],
    ['until the connection was lost', '0013', Infinity],
    ['until the limit of minutes', '0014', Infinity],
  ])('gives the words of two people, %s, when it is asked, and keeps none', async (_, ending, hungUpMs) => {
    const order = {
      reference: 'pair',
      counsellor: '+919812347000',
      contact: `+91981234${ending}`,
      ringSeconds: 45,
      maxTalkSeconds: 60,
    };
    await carrier.bridge(order);
    await time.move(8_000);
    await time.move(Math.min(hungUpMs, 600_000));
    await carrier.hangUp('pair');
    await settled();
    const told = inbox.end as LegEnd;
    expect(told.transcribedRecording?.turns.length).toBeGreaterThan(1);
    const known = (await carrier.lookUp('pair')) as { end: LegEnd };
    expect(known).toEqual({ state: 'ended', end: told });
    expect(known.end.transcribedRecording?.turns).not.toBe(told.transcribedRecording?.turns);
  });

  it('says nothing more once it is closed', async () => {
    await carrier.dial(request('0001'));
    await carrier.dial(request('0003'));
    await time.move(10_000);
    const told = inbox.events.length;
    carrier.close();
    await time.move(600_000);
    expect(inbox.events).toHaveLength(told);
    expect(await carrier.dial(request('0006'))).toMatchObject({ kind: 'refused', temporary: true });
    expect(await carrier.lookUp('leg-0001')).toEqual({ state: 'not_found' });
    expect(time.waiting).toBe(0);
  });

  it('carries many legs at once', async () => {
    const ends: CarrierEvent[] = [];
    const take = (_carrier: string, event: CarrierEvent): Promise<void> => {
      if (event.type === 'ended') ends.push(event);
      return Promise.resolve();
    };
    const fast = simulatedCarrier({ accept: take }, talk, { speed: Infinity });
    const all = Array.from({ length: 200 }, (_, at) => String(1_000 + at));
    await Promise.all(all.map((ending) => fast.dial(request(ending))));
    while (ends.length < all.length) await settled();
    expect(new Set(ends.map(({ reference }) => reference)).size).toBe(200);
  });
});
