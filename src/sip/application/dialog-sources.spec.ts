import { ANSWER, answered } from '../../../test/phone/harness/answered';
import { type AnswerParts, PEER, requestText, SDP } from '../../../test/phone/harness/sip-texts';
import { Stage } from '../../../test/phone/harness/stage';
import { settle } from '../../../test/phone/harness/virtual-clock';
import type { CallOptions } from './call-outcome';
import type { Session } from './session';

const at = (address: string) => ({ ...PEER, address, port: 5099 });
const NOTHING = { sent: [], dropped: ['unknown_source'], ended: false };
const HUNG_UP = { sent: ['200 BYE'], dropped: [], ended: true };

/** A BYE with all parts of the dialog's name, from this address. */
async function bye(stage: Stage, session: Session, address: string) {
  const { callId, localTag: toTag, remoteTag: fromTag } = session.record;
  await stage.receive(requestText('BYE', { callId, toTag, fromTag, cseq: 9 }), stage.flow(at(address)));
  return { sent: stage.newMessages(), dropped: stage.dropped, ended: session.ended };
}

async function placed(options: Partial<CallOptions>, parts: AnswerParts, names: [string, string][] = []) {
  const stage = new Stage();
  stage.names = new Map(names);
  const { session } = await stage.talking(options, parts);
  return { stage, session };
}

describe('a request within a dialog is accepted', () => {
  test.each<[from: string, address: string, options: Partial<CallOptions>, parts: AnswerParts]>([
    ['where the dialog was set up, whatever port', PEER.address, {}, { contact: '<sip:far@203.0.113.9>' }],
    ['the Contact', '203.0.113.9', {}, { contact: '<sip:far@203.0.113.9:5070>' }],
    ['a Contact with a name', '203.0.113.8', {}, { contact: '<sip:far@phone.example.com>' }],
    [
      'the last proxy of Record-Route',
      '203.0.113.7',
      {},
      { headers: ['Record-Route: <sip:203.0.113.6;lr>, <sip:203.0.113.7;lr>'] },
    ],
    [
      'another source of the trunk',
      '203.0.113.5',
      { peer: { isSource: (address) => address === '203.0.113.5' } },
      {},
    ],
  ])('from %s', async (_from, address, options, parts) => {
    const { stage, session } = await placed(options, parts, [['phone.example.com', '203.0.113.8']]);
    expect(await bye(stage, session, address)).toEqual(HUNG_UP);
  });

  test('from the Contact of a re-INVITE, and no longer from the one before', async () => {
    const stage = new Stage();
    const { session, toTag } = await answered(stage);
    const contact = '<sip:new@203.0.113.9>';
    await stage.receive(requestText('INVITE', { toTag, cseq: 2, branch: 'z9hG4bK-2', body: SDP, contact }));
    await stage.receive(requestText('INVITE', { toTag, cseq: 3, branch: 'z9hG4bK-3', body: SDP }));
    await stage.receive(requestText('ACK', { toTag, cseq: 3, branch: 'z9hG4bK-4' }));
    stage.newMessages();
    expect(await bye(stage, session, '203.0.113.9')).toEqual(NOTHING);
    stage.dropped.splice(0);
    await stage.receive(requestText('INVITE', { toTag, cseq: 4, branch: 'z9hG4bK-5', body: SDP, contact }));
    stage.newMessages();
    expect(await bye(stage, session, '203.0.113.9')).toEqual(HUNG_UP);
  });
});

const CONTACT = { contact: '<sip:far@phone.example.com>' };

/** Has names looked up by hand. */
function held(stage: Stage) {
  const waiting: [host: string, found: (addresses: string[]) => void][] = [];
  stage.lookUp = (host) => new Promise((resolve) => waiting.push([host, resolve]));
  return async (name: string, ...addresses: string[]) => {
    for (const [host, found] of waiting) if (host === name) found(addresses);
    await settle();
  };
}

/** What was sent apart from our ACK, which waits for the name, too. */
const responses = (stage: Stage) => stage.newMessages().filter((name) => name !== 'ACK');

test('every address of a name counts', async () => {
  const stage = new Stage();
  stage.lookUp = () => Promise.resolve(['203.0.113.1', '203.0.113.2']);
  const { session } = await stage.talking({}, CONTACT);
  expect(await bye(stage, session, '203.0.113.2')).toEqual(HUNG_UP);
});

describe('while the name of the next hop is looked up', () => {
  test('the ACK of our 200 and what follows it wait, in their order', async () => {
    const stage = new Stage();
    const found = held(stage);
    const invite = requestText('INVITE', { body: SDP, ...CONTACT });
    await stage.receive(invite);
    let confirmed = 0;
    const session = stage.incoming[0]?.answer({ ...ANSWER, handlers: { onConfirmed: () => confirmed++ } });
    const toTag = session?.record.localTag ?? '';
    stage.newMessages();
    const flow = stage.flow(at('203.0.113.8'));
    await stage.receive(requestText('ACK', { toTag, branch: 'z9hG4bK-ack' }), flow);
    await stage.receive(requestText('OPTIONS', { toTag, cseq: 2 }), flow);
    for (let time = 0; time < 3; time++) await stage.receive(requestText('BYE', { toTag, cseq: 3 }), flow);
    expect([confirmed, stage.newMessages(), stage.dropped]).toEqual([0, [], []]);
    await found('phone.example.com', '203.0.113.8');
    expect(confirmed).toBe(1);
    // Two are retransmissions.
    expect(stage.newMessages()).toEqual(['200 OPTIONS', '200 BYE', '200 BYE', '200 BYE']);
    expect([session?.ended, stage.dropped]).toEqual([true, []]);
  });

  test('the sources that are known already need not wait; strangers are dropped after it', async () => {
    const stage = new Stage();
    const found = held(stage);
    const { session } = await stage.talking({}, CONTACT);
    expect(await bye(stage, session, '198.51.100.7')).toEqual({ sent: [], dropped: [], ended: false });
    await found('phone.example.com', '203.0.113.8');
    expect([responses(stage), stage.dropped]).toEqual([[], ['unknown_source']]);
    stage.dropped.splice(0);
    expect(await bye(stage, session, PEER.address)).toEqual(HUNG_UP);
  });

  test('a later Contact is awaited, too', async () => {
    const stage = new Stage();
    const found = held(stage);
    const { session } = await stage.talking({}, CONTACT);
    session.retarget('sip:far@moved.example.com');
    await bye(stage, session, '203.0.113.9');
    await found('phone.example.com', '203.0.113.8');
    expect([session.ended, stage.dropped]).toEqual([false, []]);
    await found('moved.example.com', '203.0.113.9');
    expect([session.ended, responses(stage), stage.dropped]).toEqual([true, ['200 BYE'], []]);
  });

  test('no more wait than a dialog may send', async () => {
    const stage = new Stage();
    const found = held(stage);
    const { session } = await stage.talking({}, CONTACT);
    const { callId, localTag: toTag, remoteTag: fromTag } = session.record;
    for (let cseq = 1; cseq <= 60; cseq++) {
      const text = requestText('OPTIONS', { callId, toTag, fromTag, cseq, branch: `z9hG4bK-${cseq}` });
      await stage.receive(text, stage.flow(at('203.0.113.8')));
    }
    expect(stage.dropped).toEqual(Array(10).fill('rate'));
    await found('phone.example.com', '203.0.113.8');
    expect(responses(stage)).toEqual(Array(50).fill('200 OPTIONS'));
  });
});

test('the ACK comes from where its INVITE came from, also when that moved the Contact', async () => {
  const stage = new Stage();
  const { session, toTag } = await answered(stage);
  session.retarget('sip:far@203.0.113.8');
  await settle();
  const [old, moved] = [stage.flow(at('203.0.113.8')), stage.flow(at('203.0.113.9'))];
  const contact = '<sip:far@203.0.113.9>';
  await stage.receive(
    requestText('INVITE', { toTag, cseq: 2, branch: 'z9hG4bK-2', body: SDP, contact }),
    old,
  );
  await stage.receive(requestText('ACK', { toTag, cseq: 2, branch: 'z9hG4bK-3' }), old);
  expect(stage.dropped).toEqual([]);
  await stage.receive(requestText('OPTIONS', { toTag, cseq: 3 }), old);
  expect(stage.dropped).toEqual(['unknown_source']);
  await stage.clock.pass(40_000);
  expect(session.ended).toBe(false);
  await stage.receive(requestText('BYE', { toTag, cseq: 4 }), moved);
  expect(session.ended).toBe(true);
});

describe('a request within a dialog is dropped and counted', () => {
  test.each<[from: string, address: string, parts: AnswerParts]>([
    ['a stranger', '198.51.100.7', {}],
    ['a source of another trunk', '192.0.2.77', {}],
    ['the Contact behind a proxy of Record-Route', '203.0.113.9', behindProxy('203.0.113.9')],
  ])('from %s', async (_from, address, parts) => {
    const { stage, session } = await placed({}, parts);
    expect(await bye(stage, session, address)).toEqual(NOTHING);
    expect(await bye(stage, session, PEER.address)).toMatchObject({ sent: ['200 BYE'], ended: true });
  });

  test('the ACK of our 200, too', async () => {
    const stage = new Stage();
    const { session, toTag } = await answered(stage, { ack: false });
    let confirmed = 0;
    session.listen({ onConfirmed: () => confirmed++ });
    const ack = requestText('ACK', { toTag, branch: 'z9hG4bK-ack' });
    await stage.receive(ack, stage.flow(at('198.51.100.7')));
    expect([confirmed, stage.dropped]).toEqual([0, ['unknown_source']]);
    await stage.receive(ack);
    expect(confirmed).toBe(1);
  });
});

function behindProxy(address: string): AnswerParts {
  return { contact: `<sip:far@${address}>`, headers: [`Record-Route: <sip:${PEER.address};lr>`] };
}
