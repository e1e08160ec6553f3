import { once } from 'node:events';
import { connect } from 'node:net';
import { setTimeout as wait } from 'node:timers/promises';
import type { IncomingCall, Session, SessionEnd, Target } from '../../src/sip';
import { TestAuthority } from '../harness/certificates';
import { ANSWER, Phone, at } from './harness/phone';
import { TcpProxy } from './harness/tcp-proxy';

/** Two user agents of ours over each transport. */
describe.each(['udp', 'tcp', 'tls'] as const)('over %s', (transport) => {
  let authority: TestAuthority;
  let caller: Phone;
  let callee: Phone;
  let calls: { call: IncomingCall; session: Session | null }[];
  let ends: SessionEnd[];
  let called: Session | null;

  beforeAll(() => {
    authority = new TestAuthority();
  });

  afterAll(() => authority.remove());

  beforeEach(async () => {
    calls = [];
    ends = [];
    const tls = { port: 0, ...authority.issue({ name: 'sip.example.com' }) };
    const incoming = (call: IncomingCall): void => {
      call.ring(ANSWER);
      const peer = { tls: { serverName: 'sip.example.com', verify: true, ca: authority.ca } };
      const session = call.answer({ ...ANSWER, peer, handlers: { onEnded: (end) => ends.push(end) } });
      calls.push({ call, session });
    };
    callee = await Phone.open({ incoming, tls });
    caller = await Phone.open({ tls, incoming: (call) => (called = call.answer(ANSWER)) });
  });

  afterEach(async () => {
    expect([...caller.warnings, ...callee.warnings]).toEqual([]);
    await Promise.all([caller.close(), callee.close()]);
  });

  const target = () => {
    const port = transport === 'tls' ? (callee.endpoint.tlsPort ?? 0) : callee.port;
    const tls = { serverName: 'sip.example.com', verify: true, ca: authority.ca };
    return { ...at(port, transport), ...(transport === 'tls' ? { tls } : {}) };
  };

  async function talking(place: Target = target()) {
    const placed = caller.place(place);
    const near = await placed.answered;
    const far = calls.at(-1)?.session as Session;
    return { placed, near, far };
  }

  test('holds and ends a call by either side', async () => {
    for (const side of ['near', 'far'] as const) {
      const { placed, near, far } = await talking();
      await wait(20);
      expect(await near.setDirection('sendonly')).toMatchObject({ kind: 'accepted' });
      expect(far.remoteAudio).toMatchObject({ direction: 'recvonly', onHold: true });
      expect(await near.setDirection('sendrecv')).toMatchObject({ kind: 'accepted' });
      if (transport === 'udp') expect(await far.setDirection('inactive')).toMatchObject({ kind: 'accepted' });
      expect(await near.options()).toMatchObject({ kind: 'response', response: { status: 200 } });
      await (side === 'near' ? near : far).hangUp();
      expect((await placed.ended).by).toBe(side === 'near' ? 'local' : 'remote');
    }
    expect(ends.map(({ by }) => by)).toEqual(['remote', 'local']);
  });

  test('refuses new calls with 503 while it drains, and continues the others', async () => {
    const { near } = await talking();
    callee.endpoint.userAgent.drain();
    expect(await caller.place(target()).failed).toMatchObject({ kind: 'refused', status: 503 });
    expect(await near.options()).toMatchObject({ kind: 'response', response: { status: 200 } });
    await near.hangUp();
  });

  if (transport === 'udp') return;

  test('ends a call that came over the connection of its own', async () => {
    const { near, far } = await talking();
    const { address, port } = far.record.peer;
    const back = callee.place({ transport, address, port });
    await back.answered;
    void called?.hangUp();
    expect((await back.ended).by).toBe('remote');
    await near.hangUp();
  });

  test('sends BYE over another connection from either side when one breaks during the talk', async () => {
    for (const side of ['near', 'far'] as const) {
      const proxy = await TcpProxy.open(target().port);
      const { near, far, placed } = await talking({ ...target(), port: proxy.port });
      await wait(20);
      await proxy.cut();
      await (side === 'near' ? near : far).hangUp();
      expect((await placed.ended).by).toBe(side === 'near' ? 'local' : 'remote');
      expect(ends.at(-1)?.by).toBe(side === 'near' ? 'remote' : 'local');
      for (const phone of [caller, callee]) expect(phone.endpoint.userAgent.load.sessions).toBe(0);
    }
  });
});

test('closes the connection of a stranger over TCP without a response', async () => {
  const phone = await Phone.open({ hooks: { known: () => false } });
  const socket = connect(phone.port, '127.0.0.1');
  let answered = '';
  socket.on('data', (chunk) => (answered += chunk.toString()));
  await once(socket, 'connect');
  socket.write(
    'OPTIONS sip:a@b SIP/2.0\r\nVia: SIP/2.0/TCP x;branch=z9hG4bK1\r\nFrom: <sip:a@b>;tag=1\r\nTo: <sip:a@b>\r\n' +
      'Call-ID: 1\r\nCSeq: 1 OPTIONS\r\nContent-Length: 0\r\n\r\n',
  );
  await once(socket, 'close');
  expect(answered).toBe('');
  expect(phone.dropped).toEqual(['unknown_source']);
  await phone.close();
});

test('reports a port in use, and leaves nothing open', async () => {
  const first = await Phone.open();
  await expect(Phone.open({ port: first.port })).rejects.toMatchObject({ code: 'EADDRINUSE' });
  await first.close();
  const again = await Phone.open({ port: first.port });
  await again.close();
});
