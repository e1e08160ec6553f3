import { type Socket, connect } from 'node:net';
import { createServer, type Server } from 'node:tls';
import { setTimeout as wait } from 'node:timers/promises';
import type { IncomingCall, Session, SessionEnd } from '../../src/sip';
import { SOURCE_LIMITS } from '../../src/sip/application/limits';
import { TestAuthority } from '../harness/certificates';
import { ANSWER, Phone, type PlacedCall, at } from './harness/phone';
import { type RunningSipp, SIPP, type SippOptions, startSipp } from './harness/sipp';

/** Against SIPp (`apt-get install sip-tester`). */
const suite = SIPP || process.env['PHONE_TESTS'] === 'required' ? describe : describe.skip;
if (!SIPP) console.log('SIPp is not installed (apt-get install sip-tester): its 33 tests are skipped.');

suite('SIPp', () => {
  let phone: Phone;
  let onCall: (call: IncomingCall) => void = () => undefined;
  const running: RunningSipp[] = [];

  beforeAll(async () => {
    // Random numbers of 0: after a glare we ask again as early as is allowed.
    // Reached without SIPp only when it is required.
    expect(SIPP).toBe(true);
    phone = await Phone.open({
      incoming: (call) => {
        onCall(call);
      },
      runtime: { random: () => 0 },
    });
  });

  afterEach(() => {
    for (const sipp of running.splice(0)) sipp.kill();
    expect(phone.warnings).toEqual([]);
  });

  afterAll(async () => {
    await phone.close();
  });

  async function sipp(scenario: string, options: SippOptions = {}): Promise<RunningSipp> {
    const started = await startSipp(scenario, options);
    running.push(started);
    return started;
  }

  /** Calls SIPp, which plays the scenario. */
  async function calling(scenario: string, options: Parameters<Phone['place']>[1] = {}) {
    const far = await sipp(scenario);
    return { far, placed: phone.place(at(far.port), options) };
  }

  describe('refuses', () => {
    test.each([
      ['busy', { status: 486, q850: null, rang: true }],
      ['declined', { status: 603, rang: true }],
      ['unknown-number', { status: 404, rang: false }],
      ['no-answer', { status: 480, q850: 19, rang: true }],
      ['busy-by-cause', { status: 503, q850: 17, rang: true }],
    ])('%s', async (scenario, expected) => {
      const { far, placed } = await calling(scenario);
      expect(await placed.failed).toMatchObject({ kind: 'refused', ...expected });
      await far.done;
      if (scenario === 'busy-by-cause')
        expect(placed.provisional[0]?.audio).toMatchObject({ port: 30_000, codec: 'pcma' });
    });

    test('nothing: it rings until we cancel', async () => {
      const { far, placed } = await calling('ring-timeout');
      while (placed.provisional.length === 0) await wait(5);
      placed.call.cancel();
      expect(await placed.failed).toMatchObject({ kind: 'canceled', answered: false, rang: true });
      await far.done;
    });
  });

  describe('answers', () => {
    let authority: TestAuthority;
    let certificate: { cert: string; key: string };

    beforeAll(() => {
      authority = new TestAuthority();
      certificate = authority.issue({ name: 'sip.example.com' });
    });

    afterAll(() => {
      authority.remove();
    });

    /** SIPp as it is packaged speaks no TLS: it is ended before it. */
    async function throughTls(port: number): Promise<{ port: number; server: Server; close: () => void }> {
      const sockets = new Set<Socket>();
      const server = createServer(certificate, (near) => {
        const far = connect(port, '127.0.0.1');
        for (const socket of [near, far]) {
          sockets.add(socket);
          socket.on('error', () => socket.destroy());
        }
        near.pipe(far).pipe(near);
      });
      await new Promise<void>((resolve) => {
        server.listen(0, '127.0.0.1', resolve);
      });
      const close = (): void => {
        server.close();
        for (const socket of sockets) socket.destroy();
      };
      return { port: (server.address() as { port: number }).port, server, close };
    }

    test.each(
      (['udp', 'tcp', 'tls'] as const).flatMap((transport) =>
        ['answer-far-bye', 'answer-our-bye'].map((scenario) => [transport, scenario] as const),
      ),
    )('over %s: %s', async (transport, scenario) => {
      const far = await sipp(scenario, { transport: transport === 'udp' ? 'udp' : 'tcp' });
      const tls = transport === 'tls' ? await throughTls(far.port) : null;
      const target =
        tls === null
          ? at(far.port, transport)
          : {
              ...at(tls.port, 'tls'),
              tls: { serverName: 'sip.example.com', verify: true, ca: authority.ca },
            };
      const placed = phone.place(target);
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

    test('a certificate for another name, or of an unknown authority, is refused before anything is sent', async () => {
      const far = await sipp('answer-our-bye', { transport: 'tcp' });
      const tls = await throughTls(far.port);
      for (const demands of [
        { serverName: 'other.example.com', verify: true, ca: authority.ca },
        { serverName: 'sip.example.com', verify: true, ca: null },
      ]) {
        const placed = phone.place({ ...at(tls.port, 'tls'), tls: demands });
        expect(await placed.failed).toMatchObject({ kind: 'unreachable', why: 'certificate' });
      }
      const placed = phone.place({
        ...at(tls.port, 'tls'),
        tls: { serverName: 'other.example.com', verify: false, ca: null },
      });
      await (await placed.answered).hangUp();
      await far.done;
      tls.close();
    });

    test.each(['challenge', 'proxy-challenge', 'stale-nonce'])(
      '%s, whose answer SIPp verifies',
      async (scenario) => {
        const { far, placed } = await calling(scenario, {
          peer: { credentials: { username: 'trunk', password: 'secret' } },
        });
        await (await placed.answered).hangUp();
        await far.done;
      },
    );

    test.each(['challenge', 'proxy-challenge'])('wrong credentials: %s', async (scenario) => {
      const { far, placed } = await calling(scenario, {
        peer: { credentials: { username: 'trunk', password: 'wrong' } },
      });
      expect(await placed.failed).toMatchObject({ kind: 'refused', status: 403 });
      await far.done;
    });

    test('two forks: the first is kept, the second gets ACK and BYE', async () => {
      const { far, placed } = await calling('fork');
      const session = await placed.answered;
      expect(session.record.remoteTag).toContain('one');
      await wait(100);
      expect(session.ended).toBe(false);
      await session.hangUp();
      await far.done;
    });

    test('we hold and resume', async () => {
      const { far, placed } = await calling('our-hold');
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

    test('the far side holds and resumes', async () => {
      const { far, placed } = await calling('far-hold');
      await placed.answered;
      expect(await placed.ended).toMatchObject({ by: 'remote' });
      expect(placed.audios.map(({ held, direction }) => [held, direction])).toEqual([
        [true, 'recvonly'],
        [false, 'sendrecv'],
      ]);
      await far.done;
    });

    test('glare', async () => {
      const { far, placed } = await calling('glare');
      const session = await placed.answered;
      const begun = performance.now();
      expect(await session.setDirection('sendonly')).toMatchObject({ kind: 'accepted' });
      expect(performance.now() - begun).toBeGreaterThan(2_090);
      await session.hangUp();
      await far.done;
    });

    test('keys by INFO, both ways', async () => {
      const { far, placed } = await calling('dtmf');
      const session = await placed.answered;
      expect(await session.sendDtmf('5')).toMatchObject({ kind: 'response', response: { status: 200 } });
      while (placed.keys.length === 0) await wait(5);
      expect(placed.keys).toEqual(['# 240']);
      await session.hangUp();
      await far.done;
    });
  });

  describe('calls', () => {
    const ends: SessionEnd[] = [];
    let sessions: (Session | null)[] = [];

    beforeEach(() => {
      ends.length = 0;
      sessions = [];
      onCall = (call) => {
        call.ring(ANSWER);
        sessions.push(call.answer({ ...ANSWER, handlers: { ended: (end) => ends.push(end) } }));
      };
    });

    test.each([
      ['-sn uac', 'udp'],
      ['-sn uac', 'tcp'],
      ['call-far-bye', 'udp'],
      ['call-far-bye', 'tcp'],
      ['late-offer', 'udp'],
    ] as const)('%s over %s', async (scenario, transport) => {
      const far = await sipp(scenario, { transport, remotePort: phone.port });
      await far.done;
      expect(ends).toEqual([{ by: 'remote', why: 'bye', q850: null }]);
      expect(sessions[0]?.remoteAudio).toMatchObject({ codec: scenario === '-sn uac' ? 'pcmu' : 'pcma' });
    });

    test('we hang up', async () => {
      let session: Session | null = null;
      onCall = (call) => {
        session = call.answer({ ...ANSWER, handlers: { confirmed: () => void session?.hangUp() } });
      };
      await (
        await sipp('call-our-bye', { remotePort: phone.port })
      ).done;
    });

    test('the caller gives up', async () => {
      const canceled = new Promise<void>((resolve) => {
        onCall = (call) => {
          call.ring(ANSWER);
          call.onCanceled(resolve);
        };
      });
      const far = await sipp('caller-cancels', { remotePort: phone.port });
      await Promise.all([far.done, canceled]);
    });

    test('we refuse', async () => {
      onCall = (call) => {
        call.ring(ANSWER);
        call.reject(486);
      };
      await (
        await sipp('refused', { remotePort: phone.port })
      ).done;
    });
  });

  describe('100 calls a second', () => {
    const CALLS = 300;
    const BURST = SOURCE_LIMITS.burst;

    test('300 that we place: all answered', async () => {
      const far = await sipp('-sn uas', { calls: CALLS, args: ['-nd', '-rtcheck', 'loose'] });
      const times: number[] = [];
      const calls: PlacedCall[] = [];
      const begun = performance.now();
      for (let index = 0; index < CALLS; index++) {
        const due = begun + index * 10;
        if (due > performance.now()) await wait(due - performance.now());
        const at0 = performance.now();
        const placed = phone.place(at(far.port));
        calls.push(placed);
        void placed.answered.then(
          async (session) => {
            times.push(performance.now() - at0);
            await wait(50);
            await session.hangUp();
          },
          () => undefined,
        );
      }
      await Promise.all(calls.map(({ answered }) => answered));
      await Promise.all(calls.map(({ ended }) => ended));
      expect(times).toHaveLength(CALLS);
      report('placed', times);
    });

    test('100 that come in: all answered', async () => {
      const times: number[] = [];
      let over = 0;
      onCall = (call) => {
        const at0 = performance.now();
        call.ring(ANSWER);
        call.answer({
          ...ANSWER,
          handlers: { confirmed: () => times.push(performance.now() - at0), ended: () => over++ },
        });
      };
      // As many at once as a known source may send.
      const args = ['-r', '100', '-rtcheck', 'loose'];
      const far = await sipp('-sn uac', { calls: BURST, remotePort: phone.port, args });
      await far.done;
      expect(times).toHaveLength(BURST);
      expect(over).toBe(BURST);
      expect(phone.dropped).toEqual([]);
      report('came in', times);
    });
  });
});

function report(what: string, times: number[]): void {
  times.sort((a, b) => a - b);
  const share = (part: number): string => (times[Math.floor(times.length * part)] ?? 0).toFixed(1);
  console.log(
    `${times.length} calls ${what}: set-up p50 ${share(0.5)} ms, p95 ${share(0.95)} ms, p99 ${share(0.99)} ms`,
  );
}
