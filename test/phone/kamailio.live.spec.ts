import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describeWith } from './harness/foreign';
import { Kamailio } from './harness/kamailio';
import { hangUpAll, Softphone } from './harness/softphone';
import { channelsOf, tonesIn, writeTones } from './harness/sounds';

const PASSWORD = 'correct-horse';

describeWith(['kamailio', 'rtpengine'], 'Kamailio with rtpengine as an authenticated trunk', () => {
  const folder = mkdtempSync(join(tmpdir(), 'aics-kamailio-'));
  const file = (name: string) => join(folder, name);
  let trunk: Kamailio;
  beforeAll(async () => {
    writeTones(file('caller.wav'), 800, 900);
    writeTones(file('called.wav'), 1_200, 1_300);
    trunk = await Kamailio.start(file('kamailio'), PASSWORD);
  });
  afterEach(hangUpAll);
  afterAll(async () => {
    await trunk.stop();
    rmSync(folder, { recursive: true });
  });

  /** A phone that is registered there over TCP. */
  const registered = async (user: string, ...words: readonly string[]) => {
    const account = [
      '--register',
      `sip:${user}@${trunk.address}`,
      '--username',
      user,
      '--password',
      PASSWORD,
    ];
    const phone = await Softphone.listening('127.0.0.1', '--transport', 'tcp', ...account, ...words);
    await phone.until('registered');
    return phone;
  };
  const dial = (user: string, password: string, ...words: readonly string[]) =>
    new Softphone(
      '--json',
      '--dial',
      `sip:${user}@${trunk.address}`,
      '--username',
      '100',
      '--password',
      password,
      ...words,
    );

  test('calls from UDP to TCP through a proxy that challenges, records routes and anchors media', async () => {
    const called = await registered('200', '--say', file('called.wav'), '--record', file('b.wav'));
    const caller = dial(
      '200',
      PASSWORD,
      '--say',
      file('caller.wav'),
      '--dtmf',
      '42',
      '--record',
      file('a.wav'),
      '--hang-up-after',
      '6',
    );
    await expect(caller.ended).resolves.toBe(0);
    await expect(called.until('ended')).resolves.toMatchObject({ by: 'remote' });
    expect(called.all('dtmf').map(({ key }) => key)).toEqual(['4', '2']);
    expect(channelsOf(file('a.wav')).map(tonesIn)).toEqual([
      [800, 900],
      [1_200, 1_300],
    ]);
    expect(channelsOf(file('b.wav')).map(tonesIn)).toEqual([
      [1_200, 1_300],
      [800, 900],
    ]);
    // All that came had passed rtpengine.
    const carried = [...trunk.media.matchAll(/Port\s+127\.0\.0\.1:[^\n]*?\s(\d+) p,/g)].map((match) =>
      Number(match[1]),
    );
    const received = [...caller.all('rtp'), ...called.all('rtp')].map((rtp) => Number(rtp['received']));
    for (const packets of received)
      expect(carried.some((count) => Math.abs(count - packets) < 30)).toBe(true);
  });

  test('is put on hold, resumed and hung up by the phone along the recorded route', async () => {
    const called = await registered(
      '201',
      '--say',
      file('called.wav'),
      '--hold',
      '0.5',
      '--hang-up-after',
      '5',
    );
    const caller = dial('201', PASSWORD, '--record', file('c.wav'));
    await expect(caller.ended).resolves.toBe(0);
    expect(caller.all('ended')).toMatchObject([{ by: 'remote' }]);
    await expect(called.until('ended')).resolves.toMatchObject({ by: 'local' });
    expect(caller.all('request').map(({ method }) => method)).toEqual([
      'INVITE',
      'ACK',
      'INVITE',
      'ACK',
      'BYE',
    ]);
    expect(tonesIn(channelsOf(file('c.wav'))[1]!)).toEqual([1_200, 1_300]);
  });

  test('ends with the status of the refusal of a wrong password, an unknown number and a busy one', async () => {
    await registered('202', '--reject', '486');
    const calls = [dial('202', 'wrong'), dial('999', PASSWORD), dial('202', PASSWORD)];
    await expect(Promise.all(calls.map(({ ended }) => ended))).resolves.toEqual([1, 1, 1]);
    expect(calls.map((call) => call.all('ended')[0]?.['status'])).toEqual([407, 404, 486]);
  });

  test('cancels through both transports when the caller gives up', async () => {
    const called = await registered('203', '--answer-after', 'never');
    const caller = dial('203', PASSWORD);
    await caller.until('ringing');
    await caller.stop();
    await expect(called.until('ended')).resolves.toMatchObject({ by: 'remote', reason: 'CANCEL' });
  });
});
