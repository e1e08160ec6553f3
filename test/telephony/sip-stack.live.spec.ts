import { createSocket } from 'node:dgram';
import { once } from 'node:events';
import { mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { readConfig } from '../../src/platform/config/config';
import type { SipSettings } from '../../src/carriers/infrastructure/sip/sip-settings';
import { SipStack, type StoredSipTrunk } from '../../src/carriers/infrastructure/sip/sip-stack';
import { compileThreads } from '../harness/sip-accounts';
import { requestText, SDP } from '../phone/harness/sip-texts';
import { hangUpAll, Softphone } from '../phone/harness/softphone';

compileThreads();

const HOST = '127.0.0.1';
const stacks: SipStack[] = [];
afterEach(async () => {
  for (const stack of stacks.splice(0)) await stack.close();
  await hangUpAll();
});

function stackOn(port: number, more: Record<string, string> = {}): SipStack {
  const { telephony } = readConfig({ SIP_HOST: HOST, SIP_PORT: String(port), RTP_PORTS: '0', ...more });
  const stack = new SipStack(telephony, {}, null);
  stacks.push(stack);
  return stack;
}

function trunk(server: string, settings: Partial<SipSettings> = {}): StoredSipTrunk {
  const [domain = ''] = server.split(':');
  return {
    id: `trunk_${server}`,
    name: server,
    registers: false,
    settings: {
      servers: [server],
      domain,
      transport: 'udp',
      tlsVerify: true,
      tlsCa: null,
      tlsIdentity: null,
      isSrtpRequired: false,
      username: null,
      credentials: null,
      register: false,
      expiresSeconds: 300,
      keepAliveSeconds: 10,
      sessionSeconds: 1_800,
      prack: true,
      numbers: { format: 'e164', callingCode: null, prefix: null },
      userPhone: true,
      fromUser: 'caller-id',
      fromDomain: domain,
      identity: 'none',
      codecs: ['pcma'],
      dtmf: 'rfc4733',
      allow: null,
      mediaSources: [],
      publicAddress: undefined,
      did: 'ruri',
      phones: null,
      callerId: null,
      ...settings,
    },
  };
}

async function until(check: () => boolean): Promise<void> {
  for (const end = Date.now() + 5_000; !check() && Date.now() < end;) await sleep(10);
  expect(check()).toBe(true);
}

test('opens nothing before there is a trunk', async () => {
  const stack = stackOn(0);
  await stack.sync([]);
  expect(stack.address).toBeNull();
  await stack.sync([trunk('127.0.0.1:5999')]);
  expect(stack.address).toMatch(/^127\.0\.0\.1:\d+$/);
});

test('marks a trunk up when its server answers OPTIONS, and down when its name does not resolve', async () => {
  const phone = await Softphone.listening(HOST);
  const stack = stackOn(0);
  const [up, down] = [trunk(phone.address), trunk('no-such-name.invalid')];
  await stack.sync([up, down]);
  await until(() => stack.health(up.id).state === 'up');
  await until(() => stack.health(down.id).state === 'down');
  expect(stack.health(down.id).reason).toBe('the name of no server resolves');
});

test('names the variables of a certificate that is none', async () => {
  const file = join(mkdtempSync(join(tmpdir(), 'aics-')), 'bad.pem');
  writeFileSync(file, '-----BEGIN CERTIFICATE-----\nno\n-----END CERTIFICATE-----\n');
  const stack = stackOn(0, { SIP_TLS_CERT: file, SIP_TLS_KEY: file, SIP_TLS_PORT: '0' });
  const one = trunk('127.0.0.1:5999');
  await stack.sync([one]);
  const reason = expect.stringMatching(/^SIP_TLS_CERT and SIP_TLS_KEY cannot be used \(ERR_OSSL_\w+\)$/);
  expect(stack.health(one.id)).toEqual({ state: 'down', reason });
  expect(stack.certificateExpiry).toBeNull();
});

test("accepts requests within a trunk's calls from its own sources, not from those of another", async () => {
  const stack = stackOn(0);
  const one = trunk('127.0.0.1:5998', { allow: ['192.0.2.0/24'] });
  await stack.sync([one, trunk('127.0.0.1:5999', { allow: ['198.51.100.0/24'] })]);
  const { isSource } = stack.trunk(one.id)!.peer;
  expect([isSource?.('192.0.2.7'), isSource?.('198.51.100.7')]).toEqual([true, false]);
});

test('accepts a CANCEL from the sources of the trunk that called, not from those of another', async () => {
  const stack = stackOn(0);
  const own = trunk('127.0.0.1:5998', { allow: ['127.0.0.1/32', '127.0.0.2/32'], keepAliveSeconds: 0 });
  await stack.sync([own, trunk('127.0.0.1:5999', { allow: ['127.0.0.3/32'], keepAliveSeconds: 0 })]);
  let canceled = 0;
  stack.onCall({
    onInvite: (call) => call.onCanceled(() => canceled++),
  });
  const send = async (address: string, method: string) => {
    const socket = createSocket('udp4').bind(0, address);
    await once(socket, 'listening');
    socket.send(requestText(method, { body: SDP, branch: 'z9hG4bK-one' }), stack.endpoint!.port, HOST);
    const isAnswered = await Promise.race([once(socket, 'message').then(() => true), sleep(300, false)]);
    socket.close();
    return isAnswered;
  };
  expect(await send(HOST, 'INVITE')).toBe(true);
  expect([await send('127.0.0.3', 'CANCEL'), canceled]).toEqual([false, 0]);
  expect([await send('127.0.0.2', 'CANCEL'), canceled]).toEqual([true, 1]);
});

test('refuses callers with 503 and Retry-After: 10 when it opens during a drain', async () => {
  const stack = stackOn(0);
  let calls = 0;
  stack.onCall({ onInvite: () => calls++ });
  await stack.drain();
  await stack.sync([trunk('127.0.0.1:5999', { allow: ['127.0.0.1/32'], keepAliveSeconds: 0 })]);
  const caller = createSocket('udp4').bind(0, HOST);
  await once(caller, 'listening');
  const answer = once(caller, 'message') as Promise<[Buffer]>;
  const invite = requestText('INVITE', { body: SDP }).replace(
    '192.0.2.10:5060',
    `${HOST}:${caller.address().port}`,
  );
  caller.send(invite, stack.endpoint!.port, HOST);
  const [text] = await answer;
  caller.close();
  expect(text.toString()).toMatch(/^SIP\/2\.0 503 [^]*\r\nRetry-After: 10\r\n/);
  expect(calls).toBe(0);
});

test('reports a port in use as the state of every trunk, and tries again', async () => {
  const other = createSocket('udp4').bind(0, HOST);
  await once(other, 'listening');
  const { port } = other.address();
  const stack = stackOn(port);
  const one = trunk('127.0.0.1:5999');
  await stack.sync([one]);
  expect(stack.health(one.id)).toEqual({ state: 'down', reason: `port ${port} is in use` });
  other.close();
  await once(other, 'close');
  await stack.sync([one]);
  expect(stack.health(one.id).state).toBe('unknown');
});

test('rings a phone over a trunk, which answers', async () => {
  const phone = await Softphone.listening(HOST);
  const stack = stackOn(0);
  const one = trunk(phone.address);
  await stack.sync([one]);
  const leg = await stack.legPool.acquire();
  const route = stack.trunk(one.id)?.route('+911140000001');
  const { audio, ...invite } = route!.invite('+919800000001');
  const targets = await route!.targets();
  const answered = new Promise<{ hangUp(): Promise<void> }>((resolve, reject) => {
    stack.endpoint?.userAgent.call(
      { ...invite, targets, audio: { ...audio, port: leg.port, direction: 'sendrecv' } },
      {
        onAnswered: resolve,
        onFailed: (failure) => reject(new Error(failure.kind)),
      },
    );
  });
  await (await answered).hangUp();
  await until(() => phone.events.some(({ event }) => event === 'ended'));
  expect(phone.events.map(({ event }) => event)).toEqual(
    expect.arrayContaining(['ringing', 'answered', 'ended']),
  );
});

test('delays no other trunk by a silent registrar', async () => {
  const silent = createSocket('udp4').bind(0, HOST);
  await once(silent, 'listening');
  const phone = await Softphone.listening(HOST);
  const stack = stackOn(0);
  const registering = trunk(`${HOST}:${silent.address().port}`, { register: true, username: 'trunk' });
  await stack.sync([{ ...registering, registers: true }]);
  await once(silent, 'message');
  const changed = { ...registering, settings: { ...registering.settings, expiresSeconds: 301 } };
  const began = performance.now();
  await stack.sync([{ ...changed, registers: true }, trunk(phone.address)]);
  expect(performance.now() - began).toBeLessThan(5_000);
  await stack.sync([trunk(phone.address)]);
  expect(performance.now() - began).toBeLessThan(10_000);
  silent.close();
});
