import { ANSWER } from '../../../test/phone/harness/answered';
import { AUDIO, PEER, requestText, SDP } from '../../../test/phone/harness/sip-texts';
import { UserAgentDriver } from '../../../test/phone/harness/user-agent-driver';

const OURS = 'A'.repeat(40);
const THEIRS = 'B'.repeat(40);
const SUITE = 'AES_CM_128_HMAC_SHA1_80';
const ENCRYPTED = { ...AUDIO, srtpKey: OURS };
const CRYPTO = (tag: number, key: string) => `a=crypto:${tag} ${SUITE} inline:${key}`;
const encrypted = (crypto: string) => SDP.replace('RTP/AVP', 'RTP/SAVP').replace('a=sendrecv', crypto);
const TLS = { ...PEER, transport: 'tls' } as const;
const overTls = (driver: UserAgentDriver, octets: string) => driver.receive(octets, driver.flow(TLS, true));
const KEYS = { send: { suite: SUITE, key: OURS }, receive: { suite: SUITE, key: THEIRS } };

test('offers SRTP alone for a call that must be encrypted, and has both keys when it is answered', async () => {
  const driver = new UserAgentDriver();
  const { placed, invite } = await driver.calling({ audio: ENCRYPTED });
  expect(invite.body).toContain(`m=audio 40000 RTP/SAVP 8 0 101\r\n`);
  expect(invite.body.match(/^a=crypto.*$/gm)?.map((line) => line.trim())).toEqual([CRYPTO(1, OURS)]);
  await driver.answer(invite, 183, { body: encrypted(CRYPTO(1, THEIRS)) });
  expect(placed.provisional.at(-1)?.audio?.srtp).toEqual(KEYS);
  await driver.answer(invite, 200, { body: encrypted(CRYPTO(1, THEIRS)) });
  expect(placed.audio?.srtp).toEqual(KEYS);
});

test.each([SDP, encrypted('a=sendrecv'), encrypted(CRYPTO(2, THEIRS))])(
  'sends ACK and BYE after an answer without a crypto line of ours',
  async (body) => {
    const driver = new UserAgentDriver();
    const { placed, invite } = await driver.calling({ audio: ENCRYPTED });
    driver.newMessages();
    await driver.answer(invite, 200, { body });
    expect(driver.newMessages()).toEqual(['ACK', 'BYE']);
    expect(placed.failure).toMatchObject({ kind: 'no_encryption' });
  },
);

test('answers an encrypted offer with its tag and our key, and a plain one with 488', async () => {
  const driver = new UserAgentDriver();
  await overTls(driver, requestText('INVITE', { body: encrypted(CRYPTO(6, THEIRS)) }));
  const [call] = driver.incoming;
  expect([call?.offersAudio(true), call?.offersAudio(false)]).toEqual([true, false]);
  expect(call?.answer({ ...ANSWER, audio: ENCRYPTED })?.remoteAudio?.srtp).toEqual(KEYS);
  expect(driver.response().body).toContain(`RTP/SAVP 8 0 101`);
  expect(driver.response().body).toContain(CRYPTO(6, OURS));
  const other = new UserAgentDriver();
  await overTls(other, requestText('INVITE', { body: SDP }));
  expect(other.incoming[0]?.offersAudio(true)).toBe(false);
  expect(other.incoming[0]?.answer({ ...ANSWER, audio: ENCRYPTED })).toBeNull();
  expect(other.response().status).toBe(488);
});

test.each(['udp', 'tcp'] as const)('sends no key over %s: 488, also without an offer', async (transport) => {
  for (const body of [encrypted(CRYPTO(1, THEIRS)), '']) {
    const driver = new UserAgentDriver();
    await driver.receive(requestText('INVITE', { body }), driver.flow({ ...PEER, transport }, true));
    const [call] = driver.incoming;
    expect(call?.offersAudio(true)).toBe(false);
    expect(call?.answer({ ...ANSWER, audio: ENCRYPTED })).toBeNull();
    expect([driver.response().status, driver.response().body]).toEqual([488, '']);
  }
});

test('responds with 488 at once to an offer of SAVP without a usable key', async () => {
  const driver = new UserAgentDriver();
  await driver.receive(requestText('INVITE', { body: encrypted(`${CRYPTO(1, THEIRS)}|1:4`) }));
  expect([driver.incoming.length, driver.response().status]).toEqual([0, 488]);
});

test('encrypts a late offer, and ends the call after a plain answer', async () => {
  const driver = new UserAgentDriver();
  await overTls(driver, requestText('INVITE'));
  const ends: string[] = [];
  const handlers = { onEnded: ({ why }: { why: string }) => ends.push(why) };
  const session = driver.incoming[0]?.answer({ ...ANSWER, audio: ENCRYPTED, handlers });
  expect(driver.response().body).toContain(CRYPTO(1, OURS));
  driver.newMessages();
  const toTag = session?.record.localTag ?? '';
  await overTls(driver, requestText('ACK', { toTag, branch: 'z9hG4bK-ack', body: SDP }));
  expect(driver.newMessages()).toEqual(['BYE']);
  expect(ends).toEqual(['no_encryption']);
});

test('refuses a plain re-INVITE with 488, and changes the key by another', async () => {
  const driver = new UserAgentDriver();
  const body = encrypted(CRYPTO(1, THEIRS));
  await overTls(driver, requestText('INVITE', { body }));
  const audios: unknown[] = [];
  const session = driver.incoming[0]?.answer({
    ...ANSWER,
    audio: ENCRYPTED,
    handlers: { audio: (audio) => audios.push(audio.srtp?.receive.key) },
  });
  const toTag = session?.record.localTag ?? '';
  await overTls(driver, requestText('ACK', { toTag, branch: 'z9hG4bK-ack' }));
  const again = (cseq: number, offer: string) =>
    overTls(driver, requestText('INVITE', { toTag, cseq, branch: `z9hG4bK-${cseq}`, body: offer }));
  await again(2, SDP);
  expect(driver.response().status).toBe(488);
  await again(3, encrypted(CRYPTO(1, 'C'.repeat(40))));
  expect(driver.response().status).toBe(200);
  expect(audios).toEqual(['C'.repeat(40)]);
  expect(session?.ended).toBe(false);
});
