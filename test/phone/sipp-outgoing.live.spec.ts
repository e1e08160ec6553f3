import { setTimeout as wait } from 'node:timers/promises';
import { TestAuthority } from '../harness/certificates';
import { at } from './harness/phone';
import { describeWithSipp } from './harness/sipp-suite';
import { tlsProxy } from './harness/tls-proxy';

describeWithSipp('calls to SIPp', (suite) => {
  describe('a phone that refuses', () => {
    test.each([
      ['busy', { status: 486, q850: null, rang: true }],
      ['declined', { status: 603, rang: true }],
      ['unknown-number', { status: 404, rang: false }],
      ['no-answer', { status: 480, q850: 19, rang: true }],
      ['busy-by-cause', { status: 503, q850: 17, rang: true }],
    ])('reports %s', async (scenario, expected) => {
      const { far, placed } = await suite.calling(scenario);
      expect(await placed.failed).toMatchObject({ kind: 'refused', ...expected });
      await far.done;
      if (scenario === 'busy-by-cause')
        expect(placed.provisional[0]?.audio).toMatchObject({ port: 30_000, codec: 'pcma' });
    });

    test('cancels a call without any response at its end', async () => {
      const { far, placed } = await suite.calling('ring-timeout');
      while (placed.provisional.length === 0) await wait(5);
      placed.call.cancel();
      expect(await placed.failed).toMatchObject({ kind: 'canceled', answered: false, rang: true });
      await far.done;
    });
  });

  describe('a phone that answers', () => {
    let authority: TestAuthority;
    let certificate: { cert: string; key: string };

    beforeAll(() => {
      authority = new TestAuthority();
      certificate = authority.issue({ name: 'sip.example.com' });
    });

    afterAll(() => authority.remove());

    test.each(
      (['udp', 'tcp', 'tls'] as const).flatMap((transport) =>
        ['answer-far-bye', 'answer-our-bye'].map((scenario) => [transport, scenario] as const),
      ),
    )('talks over %s: %s', async (transport, scenario) => {
      const far = await suite.sipp(scenario, { transport: transport === 'udp' ? 'udp' : 'tcp' });
      const tls = transport === 'tls' ? await tlsProxy(certificate, far.port) : null;
      const target =
        tls === null
          ? at(far.port, transport)
          : {
              ...at(tls.port, 'tls'),
              tls: { serverName: 'sip.example.com', verify: true, ca: authority.ca },
            };
      const placed = suite.phone.place(target);
      const session = await placed.answered;
      expect(session.remoteAudio).toMatchObject({ port: 30_000, codec: 'pcma', telephoneEvent: 101 });
      if (scenario === 'answer-our-bye') await session.hangUp();
      expect(await placed.ended).toMatchObject({
        by: scenario === 'answer-our-bye' ? 'local' : 'remote',
        why: 'bye',
      });
      await far.done;
      tls?.close();
    });

    test('refuses a certificate for another name or of an unknown authority before it sends anything', async () => {
      const far = await suite.sipp('answer-our-bye', { transport: 'tcp' });
      const tls = await tlsProxy(certificate, far.port);
      for (const demands of [
        { serverName: 'other.example.com', verify: true, ca: authority.ca },
        { serverName: 'sip.example.com', verify: true, ca: null },
      ]) {
        const placed = suite.phone.place({ ...at(tls.port, 'tls'), tls: demands });
        expect(await placed.failed).toMatchObject({ kind: 'unreachable', why: 'certificate' });
      }
      const placed = suite.phone.place({
        ...at(tls.port, 'tls'),
        tls: { serverName: 'other.example.com', verify: false, ca: null },
      });
      await (await placed.answered).hangUp();
      await far.done;
      tls.close();
    });

    test.each(['challenge', 'proxy-challenge', 'stale-nonce'])(
      'answers a challenge with %s, which SIPp verifies',
      async (scenario) => {
        const { far, placed } = await suite.calling(scenario, {
          peer: { credentials: { username: 'trunk', password: 'secret' } },
        });
        await (await placed.answered).hangUp();
        await far.done;
      },
    );

    test.each(['challenge', 'proxy-challenge'])('reports wrong credentials: %s', async (scenario) => {
      const { far, placed } = await suite.calling(scenario, {
        peer: { credentials: { username: 'trunk', password: 'wrong' } },
      });
      expect(await placed.failed).toMatchObject({ kind: 'refused', status: 403 });
      await far.done;
    });

    test('continues with the first of two forks, and sends ACK and BYE to the second', async () => {
      const { far, placed } = await suite.calling('fork');
      const session = await placed.answered;
      expect(session.record.remoteTag).toContain('one');
      await wait(100);
      expect(session.ended).toBe(false);
      await session.hangUp();
      await far.done;
    });

    test('holds and resumes the call', async () => {
      const { far, placed } = await suite.calling('our-hold');
      const session = await placed.answered;
      expect(await session.setDirection('sendonly')).toMatchObject({
        kind: 'accepted',
        audio: { direction: 'sendonly' },
      });
      expect(await session.setDirection('sendrecv')).toMatchObject({
        kind: 'accepted',
        audio: { direction: 'sendrecv' },
      });
      await session.hangUp();
      await far.done;
    });

    test('follows hold and resume of the phone', async () => {
      const { far, placed } = await suite.calling('far-hold');
      await placed.answered;
      expect(await placed.ended).toMatchObject({ by: 'remote' });
      expect(placed.audios.map(({ onHold, direction }) => [onHold, direction])).toEqual([
        [true, 'recvonly'],
        [false, 'sendrecv'],
      ]);
      await far.done;
    });

    test('resolves glare', async () => {
      const { far, placed } = await suite.calling('glare');
      const session = await placed.answered;
      const begun = performance.now();
      expect(await session.setDirection('sendonly')).toMatchObject({ kind: 'accepted' });
      expect(performance.now() - begun).toBeGreaterThan(2_090);
      await session.hangUp();
      await far.done;
    });

    test('sends and receives keys by INFO', async () => {
      const { far, placed } = await suite.calling('dtmf');
      const session = await placed.answered;
      expect(await session.sendDtmf('5')).toMatchObject({ kind: 'response', response: { status: 200 } });
      while (placed.keys.length === 0) await wait(5);
      expect(placed.keys).toEqual(['# 240']);
      await session.hangUp();
      await far.done;
    });
  });
});
