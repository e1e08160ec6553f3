import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { TestAuthority } from '../harness/certificates';
import { hangUpAll, Softphone } from './harness/softphone';
import { channelsOf, soundsIn, tonesIn, writeTones } from './harness/sounds';

const HOST = '127.0.0.1';
const folder = mkdtempSync(join(tmpdir(), 'aics-phone-'));
const file = (name: string) => join(folder, name);
// Before Jest starts tests that run at once; hooks come too late for them.
writeTones(file('caller.wav'), 800, 900);
writeTones(file('called.wav'), 1_200, 1_300);
const authority = new TestAuthority();
const { cert, key } = authority.issue({ name: 'localhost' });
writeFileSync(file('ca.pem'), authority.ca);
writeFileSync(file('cert.pem'), cert);
writeFileSync(file('key.pem'), key);
authority.remove();
afterAll(async () => {
  await hangUpAll();
  rmSync(folder, { recursive: true });
});

const dial = (address: string, ...words: readonly string[]) =>
  new Softphone('--json', '--dial', `sip:100@${address}`, ...words);
const names = (phone: Softphone) => phone.events.map(({ event }) => event);

describe('two softphones', () => {
  test.concurrent('talk in turn, and both receive and record speech and keys', async () => {
    const called = await Softphone.listening(HOST, '--say', file('called.wav'), '--record', file('b.wav'));
    const caller = dial(
      called.address,
      '--say',
      file('caller.wav'),
      '--dtmf',
      '4#',
      '--record',
      file('a.wav'),
      '--hang-up-after',
      '6',
    );
    await expect(caller.ended).resolves.toBe(0);
    await called.until('ended');
    expect(names(caller)).toEqual([
      'ringing',
      'answered',
      'audio_began',
      'audio_ended',
      'said',
      'rtp',
      'ended',
    ]);
    expect(called.all('dtmf').map(({ key, by }) => [key, by])).toEqual([
      ['4', 'rfc4733'],
      ['#', 'rfc4733'],
    ]);
    // Who is called speaks first; the caller waits for the end of that.
    const [began] = called.all('audio_began');
    const [ended] = caller.all('audio_ended');
    expect(began!.at_ms - ended!.at_ms).toBeGreaterThan(600);
    expect(channelsOf(file('a.wav')).map(tonesIn)).toEqual([
      [800, 900],
      [1_200, 1_300],
    ]);
    expect(channelsOf(file('b.wav')).map(tonesIn)).toEqual([
      [1_200, 1_300],
      [800, 900],
    ]);
    const [rtp] = caller.all('rtp');
    expect(rtp).toMatchObject({ lost: 0, sent: expect.any(Number), received: expect.any(Number) });
    expect(Math.abs(Number(rtp!['sent']) - 300)).toBeLessThan(40);
  });

  test.concurrent('speak while the other speaks', async () => {
    const recording = file('cuts-in.wav');
    const words = ['--say', file('called.wav'), '--say', file('called.wav'), '--cut-in', '0.5'];
    const called = await Softphone.listening(HOST, ...words, '--record', recording);
    const caller = dial(called.address, '--say', file('caller.wav'), '--hang-up-after', '6');
    await expect(caller.ended).resolves.toBe(0);
    await called.until('ended');
    const [said, heard] = channelsOf(recording).map((audio) => soundsIn(audio));
    expect(heard).toHaveLength(1);
    expect(said).toHaveLength(2);
    const afterMs = said![1]!.fromMs - heard![0]!.fromMs;
    expect(afterMs).toBeGreaterThan(400);
    expect(afterMs).toBeLessThan(heard![0]!.toMs - heard![0]!.fromMs);
  });

  test.concurrent.each([
    ['486', [], { by: 'remote', status: 486, reason: 'Busy Here' }],
    ['404', ['--reason-cause', '1'], { status: 404, cause: 1 }],
    ['603', [], { status: 603 }],
    ['503', ['--reason-cause', '34'], { status: 503, cause: 34 }],
  ])('refuse a call with %s', async (status, words, expected) => {
    const called = await Softphone.listening(HOST, '--reject', status, ...words);
    const caller = dial(called.address);
    await expect(caller.ended).resolves.toBe(1);
    expect(names(caller)).toEqual(['ended']);
    expect(caller.events[0]).toMatchObject(expected);
    await expect(called.until('ended')).resolves.toMatchObject({ by: 'local', status: Number(status) });
  });

  test.concurrent('ring before they refuse', async () => {
    const called = await Softphone.listening(HOST, '--reject', '480', '--answer-after', '0.3');
    const caller = dial(called.address);
    await expect(caller.ended).resolves.toBe(1);
    expect(names(caller)).toEqual(['ringing', 'ended']);
    const [ringing, ended] = caller.events;
    expect(ended!.at_ms - ringing!.at_ms).toBeGreaterThan(250);
  });

  test.concurrent('give up a call that is never answered', async () => {
    const called = await Softphone.listening(HOST, '--answer-after', 'never');
    const caller = dial(called.address);
    await caller.until('ringing');
    await expect(caller.stop()).resolves.toBe(1);
    expect(caller.all('ended')).toMatchObject([{ by: 'local', reason: 'canceled' }]);
    await expect(called.until('ended')).resolves.toMatchObject({ by: 'remote', reason: 'CANCEL' });
    // The ACK of the 487 comes before or after the event.
    const methods = called.all('request').map(({ method }) => method);
    expect(methods.filter((method) => method !== 'ACK')).toEqual(['INVITE', 'CANCEL']);
  });

  test.concurrent('hang up as the called side, with the same duration on both sides', async () => {
    const called = await Softphone.listening(HOST, '--answer-after', '0.2', '--hang-up-after', '1');
    const caller = dial(called.address, '--codec', 'pcmu');
    await expect(caller.ended).resolves.toBe(0);
    expect(caller.all('answered')).toMatchObject([{ codec: 'PCMU' }]);
    const [own] = caller.all('ended');
    const other = await called.until('ended');
    expect([own!['by'], other['by']]).toEqual(['remote', 'local']);
    for (const { duration_ms: ms } of [own!, other]) expect(Math.abs(Number(ms) - 1_000)).toBeLessThan(150);
  });

  test.concurrent('send no voice on hold, and resume', async () => {
    const called = await Softphone.listening(HOST, '--say', file('called.wav'));
    const caller = dial(called.address, '--hold', '1', '--hang-up-after', '5', '--record', file('hold.wav'));
    await expect(caller.ended).resolves.toBe(0);
    expect(called.all('request').filter(({ method }) => method === 'INVITE')).toHaveLength(3);
    // Speech that was due during the hold followed it.
    expect(tonesIn(channelsOf(file('hold.wav'))[1]!)).toEqual([1_200, 1_300]);
  });

  test.concurrent('report a call without RTP', async () => {
    const called = await Softphone.listening(HOST, '--say', file('called.wav'));
    const caller = dial(called.address, '--no-rtp', '--hang-up-after', '4', '--record', file('no-rtp.wav'));
    await caller.ended;
    expect(caller.all('rtp')).toMatchObject([{ sent: 0 }]);
    await expect(called.until('rtp')).resolves.toMatchObject({ received: 0, sent: expect.any(Number) });
    // Without a packet of the other side, audio goes to the address of the SDP.
    expect(tonesIn(channelsOf(file('no-rtp.wav'))[1]!)).toEqual([1_200, 1_300]);
  });

  test.concurrent('lose packets each way, and count them', async () => {
    const called = await Softphone.listening(HOST);
    const caller = dial(called.address, '--loss', '30', '--hang-up-after', '3');
    await caller.ended;
    const [own] = caller.all('rtp');
    const other = await called.until('rtp');
    for (const { received, lost } of [own!, other]) {
      expect(Number(lost) / (Number(received) + Number(lost))).toBeGreaterThan(0.15);
      expect(Number(lost) / (Number(received) + Number(lost))).toBeLessThan(0.45);
    }
  });

  test.concurrent.each([
    ['tcp', []],
    ['tls', []],
    ['tls', ['--srtp']],
  ])('talk over %s %j', async (transport, srtp) => {
    const own = transport === 'tls' ? ['--tls-cert', file('cert.pem'), '--tls-key', file('key.pem')] : [];
    const called = await Softphone.listening(
      HOST,
      '--transport',
      transport,
      ...srtp,
      ...own,
      '--say',
      file('called.wav'),
    );
    const caller = dial(
      called.address.replace(HOST, 'localhost'),
      '--transport',
      transport,
      ...srtp,
      '--tls-ca',
      file('ca.pem'),
      '--hang-up-after',
      '4',
    );
    await expect(caller.ended).resolves.toBe(0);
    expect(names(caller)).toEqual(expect.arrayContaining(['answered', 'audio_began', 'ended']));
  });

  test.concurrent('answer ten calls at once with one phone', async () => {
    const called = await Softphone.listening(HOST, '--hang-up-after', '1');
    const callers = Array.from({ length: 10 }, () => dial(called.address));
    await expect(Promise.all(callers.map(({ ended }) => ended))).resolves.toEqual(Array(10).fill(0));
    await called.until('ended', ({ call }) => call === 10);
    expect(called.all('ended')).toHaveLength(10);
  });
});
