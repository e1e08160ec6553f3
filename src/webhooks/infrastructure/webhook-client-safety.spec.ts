import { TestAuthority } from '../../../test/harness/certificates';
import { answer } from '../../../test/harness/receiver';
import {
  clientWith,
  OPEN,
  post,
  receive,
  stopReceivers,
  TestResolver,
} from '../../../test/harness/webhook-client';
import { AddressGuard } from '../../platform/outbound/address-guard';
import { WebhookClient } from './webhook-client';

afterEach(stopReceivers);

describe('addresses of the webhook client', () => {
  const hostile = {
    'one-bad.test': ['8.8.8.8', '10.0.0.1'],
    'bad.test': ['169.254.169.254'],
    'mapped.test': ['::ffff:127.0.0.1'],
    'six.test': ['2606:4700::1', '::1'],
    'zone.test': ['fe80::1%lo'],
    'loopback.test': ['127.0.0.1'],
  };

  test.each(Object.keys(hostile))(
    "are not connected to when one of a name's addresses is refused: %s",
    async (name) => {
      const receiver = await receive();
      const client = clientWith(hostile, { webhookAllowCidrs: [], webhookAllowHttp: true });
      const result = await post(client, receiver.url('/', name));
      expect(result).toMatchObject({ delivered: false, statusCode: null, kind: 'refused_address' });
      expect(result.error).toBe(`${name} resolves to an address that is not public.`);
      expect(receiver.connections).toBe(0);
    },
  );

  test.each([
    '127.0.0.1',
    '2130706433',
    '0x7f.1',
    '[::ffff:127.0.0.1]',
    'localhost',
    'a.localhost.',
    'x.internal',
  ])('are not connected to: %s', async (host) => {
    const receiver = await receive();
    const client = clientWith({}, { webhookAllowCidrs: [], webhookAllowHttp: true });
    expect(await post(client, receiver.url('/', host))).toMatchObject({
      delivered: false,
      kind: 'refused_address',
    });
    expect(receiver.connections).toBe(0);
  });

  test('are not connected to when a resolver returns a good one first and a bad one next', async () => {
    const receiver = await receive();
    const answers = [['127.0.0.1'], ['127.0.0.1', '10.0.0.1']];
    const client = clientWith({ 'rebind.test': () => Promise.resolve(answers.shift() ?? []) });
    expect(await post(client, receiver.url('/', 'rebind.test'))).toMatchObject({ delivered: true });
    expect(await post(client, receiver.url('/', 'rebind.test'))).toMatchObject({ kind: 'refused_address' });
    expect(receiver.connections).toBe(1);
  });

  test('are connected to as they were checked: a name is resolved once for a connection', async () => {
    const receiver = await receive();
    const resolver = new TestResolver({ 'once.test': ['127.0.0.1'] });
    const client = new WebhookClient(new AddressGuard(OPEN, resolver));
    expect(await post(client, receiver.url('/', 'once.test.'))).toMatchObject({ delivered: true });
    expect(resolver.asked).toBe(1);
    expect(receiver.requests[0]?.headers['host']).toBe(`once.test:${receiver.port}`);
  });

  test('are tried in turn when several are allowed and one does not respond', async () => {
    const receiver = await receive();
    const client = clientWith({ 'two.test': ['127.0.0.77', '127.0.0.1'] });
    expect(await post(client, receiver.url('/', 'two.test'))).toMatchObject({ delivered: true });
  });

  test('are refused over http where it is not allowed, also for an endpoint that was set before', async () => {
    const receiver = await receive();
    const client = clientWith({}, { webhookAllowCidrs: ['127.0.0.0/8'], webhookAllowHttp: false });
    expect(await post(client, receiver.url())).toMatchObject({ kind: 'refused_address' });
    expect(receiver.connections).toBe(0);
  });

  test('are reported when a name does not resolve', async () => {
    expect(await post(clientWith(), 'http://nowhere.test/')).toMatchObject({
      error: 'The host name does not resolve.',
      kind: 'connection',
    });
  });
});

const describeTls = TestAuthority.isPossible ? describe : describe.skip;

describeTls('TLS', () => {
  let authority: TestAuthority;
  let client: WebhookClient;
  beforeAll(() => {
    authority = new TestAuthority();
    client = clientWith({ 'hooks.test': ['127.0.0.1'] });
    client.ca = authority.ca;
  });
  afterAll(() => authority.remove());

  test('accepts a valid certificate', async () => {
    const receiver = await receive(answer(200), authority.issue({ name: 'hooks.test' }));
    expect(await post(client, receiver.url('/', 'hooks.test'))).toMatchObject({
      delivered: true,
      error: null,
    });
    expect(await post(client, receiver.url('/', 'hooks.test.'))).toMatchObject({
      delivered: true,
      error: null,
    });
  });

  test.each([
    [
      'expired',
      'has expired',
      () => authority.issue({ name: 'hooks.test', from: '200101000000Z', until: '210101000000Z' }),
    ],
    ['not valid yet', 'not valid yet', () => authority.issue({ name: 'hooks.test', from: '480101000000Z' })],
    ['for another name', 'another host name', () => authority.issue({ name: 'other.test' })],
    ['self-signed', 'self-signed', () => authority.selfSigned('hooks.test')],
  ])('rejects a certificate that is %s in plain words', async (_, words, certificate) => {
    const receiver = await receive(answer(200), certificate());
    const result = await post(client, receiver.url('/', 'hooks.test'));
    expect(result).toMatchObject({ delivered: false, statusCode: null, kind: 'tls' });
    expect(result.error).toContain(words);
    expect(receiver.requests).toHaveLength(0);
  });

  test('rejects an unknown authority in plain words', async () => {
    const receiver = await receive(answer(200), authority.issue({ name: 'hooks.test' }));
    const result = await post(clientWith({ 'hooks.test': ['127.0.0.1'] }), receiver.url('/', 'hooks.test'));
    expect(result).toMatchObject({ delivered: false, kind: 'tls' });
    expect(result.error).toContain('unknown authority');
  });

  test('reports an endpoint that does not speak TLS', async () => {
    const receiver = await receive();
    receiver.greeting = 'SSH-2.0-OpenSSH_9.6\r\n';
    const result = await post(client, receiver.url('/', 'hooks.test').replace('http:', 'https:'));
    expect(result).toMatchObject({
      delivered: false,
      kind: 'tls',
      error: expect.stringContaining('TLS failed'),
    });
  });

  test('verifies each connection again, and resumes no session', async () => {
    const receiver = await receive(answer(200), authority.issue({ name: 'hooks.test' }));
    await post(client, receiver.url('/', 'hooks.test'));
    const strange = clientWith({ 'hooks.test': ['127.0.0.1'], 'other.test': ['127.0.0.1'] });
    strange.ca = authority.ca;
    expect(await post(strange, receiver.url('/', 'other.test'))).toMatchObject({ kind: 'tls' });
  });
});
