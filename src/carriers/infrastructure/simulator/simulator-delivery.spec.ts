import { Test } from '@nestjs/testing';
import { ConversationModule, TextTalk } from '../../../conversation';
import { HandMovedTime, Inbox, settled, simulatedCarrier } from '../../../../test/harness/simulated-network';
import type { CarrierEvent, LegEnd } from '../../domain/carrier';
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
  carrier = simulatedCarrier(inbox, talk, { speed: 1, timers: time, now: () => new Date(time.nowMs) });
});

describe('SimulatorCarrier', () => {
  it('delivers again what was not accepted, in order, and loses nothing', async () => {
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

  it('delivers the end after an outage of half an hour', async () => {
    inbox.failures = Infinity;
    await carrier.dial(request('0002'));
    await time.move(30 * 60_000);
    inbox.failures = 0;
    await time.move(60_000);
    expect(inbox.types).toEqual(['ended']);
  });

  it('gives up an event that is never accepted, and continues', async () => {
    inbox.failures = Infinity;
    await carrier.dial(request('0002'));
    await time.move(3 * 3_600_000);
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
  ])('returns the transcript of two people once, %s', async (_, ending, hungUpMs) => {
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
    const known = await carrier.lookUp('pair');
    expect(known).toEqual({ state: 'ended', end: told });
    expect((known as { end: LegEnd }).end.transcribedRecording?.turns).not.toBe(
      told.transcribedRecording?.turns,
    );
  });

  it('decides the leg to a counsellor by the digits of the extension', async () => {
    await carrier.bridge({
      reference: 'pair',
      counsellor: 'desk-00.02-b',
      contact: '+919812340001',
      ringSeconds: 45,
      maxTalkSeconds: 60,
    });
    await time.move(60_000);
    await settled();
    expect(inbox.end).toMatchObject({ cause: 'busy' });
  });

  it('emits nothing after its close', async () => {
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
