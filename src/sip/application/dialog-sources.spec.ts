import { ANSWER, answered } from '../../../test/phone/harness/answered';
import { type AnswerParts, PEER, requestText, SDP } from '../../../test/phone/harness/sip-texts';
import { UserAgentDriver } from '../../../test/phone/harness/user-agent-driver';
import { settle } from '../../../test/phone/harness/virtual-clock';
import type { CallOptions } from './call-outcome';
import type { Session } from './session';

const at = (address: string) => ({ ...PEER, address, port: 5099 });
const NOTHING = { sent: [], dropped: ['unknown_source'], ended: false };
const HUNG_UP = { sent: ['200 BYE'], dropped: [], ended: true };

/** A BYE with all parts of the dialog's name, from this address. */
async function bye(driver: UserAgentDriver, session: Session, address: string) {
  const { callId, localTag: toTag, remoteTag: fromTag } = session.record;
  await driver.receive(requestText('BYE', { callId, toTag, fromTag, cseq: 9 }), driver.flow(at(address)));
  return { sent: driver.newMessages(), dropped: driver.dropped, ended: session.ended };
}

async function placed(options: Partial<CallOptions>, parts: AnswerParts, names: [string, string][] = []) {
  const driver = new UserAgentDriver();
  driver.names = new Map(names);
  const { session } = await driver.talking(options, parts);
  return { driver, session };
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
    const { driver, session } = await placed(options, parts, [['phone.example.com', '203.0.113.8']]);
    expect(await bye(driver, session, address)).toEqual(HUNG_UP);
  });

  test('from the Contact of a re-INVITE, and no longer from the previous one', async () => {
    const driver = new UserAgentDriver();
    const { session, toTag } = await answered(driver);
    const contact = '<sip:new@203.0.113.9>';
    await driver.receive(requestText('INVITE', { toTag, cseq: 2, branch: 'z9hG4bK-2', body: SDP, contact }));
    await driver.receive(requestText('INVITE', { toTag, cseq: 3, branch: 'z9hG4bK-3', body: SDP }));
    await driver.receive(requestText('ACK', { toTag, cseq: 3, branch: 'z9hG4bK-4' }));
    driver.newMessages();
    expect(await bye(driver, session, '203.0.113.9')).toEqual(NOTHING);
    driver.dropped.splice(0);
    await driver.receive(requestText('INVITE', { toTag, cseq: 4, branch: 'z9hG4bK-5', body: SDP, contact }));
    driver.newMessages();
    expect(await bye(driver, session, '203.0.113.9')).toEqual(HUNG_UP);
  });
});

const CONTACT = { contact: '<sip:far@phone.example.com>' };

/** Has names looked up by hand. */
function held(driver: UserAgentDriver) {
  const waiting: [host: string, found: (addresses: string[]) => void][] = [];
  driver.lookUp = (host) => new Promise((resolve) => waiting.push([host, resolve]));
  return async (name: string, ...addresses: string[]) => {
    for (const [host, found] of waiting) if (host === name) found(addresses);
    await settle();
  };
}

/** What was sent apart from our ACK, which waits for the name, too. */
const responses = (driver: UserAgentDriver) => driver.newMessages().filter((name) => name !== 'ACK');

test('accepts every address of a name', async () => {
  const driver = new UserAgentDriver();
  driver.lookUp = () => Promise.resolve(['203.0.113.1', '203.0.113.2']);
  const { session } = await driver.talking({}, CONTACT);
  expect(await bye(driver, session, '203.0.113.2')).toEqual(HUNG_UP);
});

describe('requests during the lookup of the next hop', () => {
  test('wait in their order, with the ACK of our 200', async () => {
    const driver = new UserAgentDriver();
    const found = held(driver);
    const invite = requestText('INVITE', { body: SDP, ...CONTACT });
    await driver.receive(invite);
    let confirmed = 0;
    const session = driver.incoming[0]?.answer({ ...ANSWER, handlers: { onConfirmed: () => confirmed++ } });
    const toTag = session?.record.localTag ?? '';
    driver.newMessages();
    const flow = driver.flow(at('203.0.113.8'));
    await driver.receive(requestText('ACK', { toTag, branch: 'z9hG4bK-ack' }), flow);
    await driver.receive(requestText('OPTIONS', { toTag, cseq: 2 }), flow);
    for (let time = 0; time < 3; time++) await driver.receive(requestText('BYE', { toTag, cseq: 3 }), flow);
    expect([confirmed, driver.newMessages(), driver.dropped]).toEqual([0, [], []]);
    await found('phone.example.com', '203.0.113.8');
    expect(confirmed).toBe(1);
    // Two are retransmissions.
    expect(driver.newMessages()).toEqual(['200 OPTIONS', '200 BYE', '200 BYE', '200 BYE']);
    expect([session?.ended, driver.dropped]).toEqual([true, []]);
  });

  test('need not wait from known sources; those of strangers are dropped after it', async () => {
    const driver = new UserAgentDriver();
    const found = held(driver);
    const { session } = await driver.talking({}, CONTACT);
    expect(await bye(driver, session, '198.51.100.7')).toEqual({ sent: [], dropped: [], ended: false });
    await found('phone.example.com', '203.0.113.8');
    expect([responses(driver), driver.dropped]).toEqual([[], ['unknown_source']]);
    driver.dropped.splice(0);
    expect(await bye(driver, session, PEER.address)).toEqual(HUNG_UP);
  });

  test('wait for a later Contact, too', async () => {
    const driver = new UserAgentDriver();
    const found = held(driver);
    const { session } = await driver.talking({}, CONTACT);
    session.retarget('sip:far@moved.example.com');
    await bye(driver, session, '203.0.113.9');
    await found('phone.example.com', '203.0.113.8');
    expect([session.ended, driver.dropped]).toEqual([false, []]);
    await found('moved.example.com', '203.0.113.9');
    expect([session.ended, responses(driver), driver.dropped]).toEqual([true, ['200 BYE'], []]);
  });

  test('are limited to the rate of a dialog', async () => {
    const driver = new UserAgentDriver();
    const found = held(driver);
    const { session } = await driver.talking({}, CONTACT);
    const { callId, localTag: toTag, remoteTag: fromTag } = session.record;
    for (let cseq = 1; cseq <= 60; cseq++) {
      const text = requestText('OPTIONS', { callId, toTag, fromTag, cseq, branch: `z9hG4bK-${cseq}` });
      await driver.receive(text, driver.flow(at('203.0.113.8')));
    }
    expect(driver.dropped).toEqual(Array(10).fill('rate'));
    await found('phone.example.com', '203.0.113.8');
    expect(responses(driver)).toEqual(Array(50).fill('200 OPTIONS'));
  });
});

test('accepts the ACK from the source of its INVITE, also when that moved the Contact', async () => {
  const driver = new UserAgentDriver();
  const { session, toTag } = await answered(driver);
  session.retarget('sip:far@203.0.113.8');
  await settle();
  const [old, moved] = [driver.flow(at('203.0.113.8')), driver.flow(at('203.0.113.9'))];
  const contact = '<sip:far@203.0.113.9>';
  await driver.receive(
    requestText('INVITE', { toTag, cseq: 2, branch: 'z9hG4bK-2', body: SDP, contact }),
    old,
  );
  await driver.receive(requestText('ACK', { toTag, cseq: 2, branch: 'z9hG4bK-3' }), old);
  expect(driver.dropped).toEqual([]);
  await driver.receive(requestText('OPTIONS', { toTag, cseq: 3 }), old);
  expect(driver.dropped).toEqual(['unknown_source']);
  await driver.clock.pass(40_000);
  expect(session.ended).toBe(false);
  await driver.receive(requestText('BYE', { toTag, cseq: 4 }), moved);
  expect(session.ended).toBe(true);
});

describe('a request within a dialog is dropped and counted', () => {
  test.each<[from: string, address: string, parts: AnswerParts]>([
    ['a stranger', '198.51.100.7', {}],
    ['a source of another trunk', '192.0.2.77', {}],
    ['the Contact behind a proxy of Record-Route', '203.0.113.9', behindProxy('203.0.113.9')],
  ])('from %s', async (_from, address, parts) => {
    const { driver, session } = await placed({}, parts);
    expect(await bye(driver, session, address)).toEqual(NOTHING);
    expect(await bye(driver, session, PEER.address)).toMatchObject({ sent: ['200 BYE'], ended: true });
  });

  test('the ACK of our 200, too', async () => {
    const driver = new UserAgentDriver();
    const { session, toTag } = await answered(driver, { ack: false });
    let confirmed = 0;
    session.listen({ onConfirmed: () => confirmed++ });
    const ack = requestText('ACK', { toTag, branch: 'z9hG4bK-ack' });
    await driver.receive(ack, driver.flow(at('198.51.100.7')));
    expect([confirmed, driver.dropped]).toEqual([0, ['unknown_source']]);
    await driver.receive(ack);
    expect(confirmed).toBe(1);
  });
});

function behindProxy(address: string): AnswerParts {
  return { contact: `<sip:far@${address}>`, headers: [`Record-Route: <sip:${PEER.address};lr>`] };
}
