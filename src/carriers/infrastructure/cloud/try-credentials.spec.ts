import { createServer as createHttpServer, type ServerResponse } from 'node:http';
import { type AddressInfo, createServer, type Server, type Socket } from 'node:net';
import { credentialsCheck } from '../../domain/credentials-check';
import { TWILIO } from './twilio/twilio';
import { tryCredentials } from './try-credentials';

const cleanup: Server[] = [];
afterEach(() => {
  for (const server of cleanup.splice(0)) server.close();
});

/** Tries credentials at a server of this machine. */
async function tried(server: Server, scheme = 'http') {
  cleanup.push(server);
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const baseUrl = `${scheme}://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const options = new Map([
    ['account_sid', 'AC1'],
    ['auth_token', 'secret'],
  ]);
  const problem = await tryCredentials({ baseUrl, allow: null, options }, TWILIO);
  const { ok, message } = credentialsCheck(baseUrl, problem);
  return { ok, message: message.replace(baseUrl, 'URL') };
}

const http = (respond: (response: ServerResponse) => void) =>
  createHttpServer({ keepAlive: false }, (_, response) => {
    respond(response.setHeader('connection', 'close'));
  });
const tcp = (serve: (socket: Socket) => void) =>
  createServer((socket) => {
    serve(socket.on('error', () => undefined));
  });

test('accepts credentials for the JSON of an API alone', async () => {
  expect(await tried(http((response) => response.end('{"sid":"AC1"}')))).toEqual({
    ok: true,
    message: 'URL accepted the credentials.',
  });
});

test.each(['<html>Welcome</html>', '', '"welcome"', 'null', '[]'])(
  'reports a server that answers 200 with %j as no API',
  async (page) =>
    expect(await tried(http((response) => response.end(page)))).toEqual({
      ok: false,
      message: 'URL answered, but not with JSON as the API of a carrier does: correct --base-url.',
    }),
);

test.each([
  ['https://api.example/2010?a=1', ' to https://api.example'],
  ['/elsewhere', ''],
  ['http://', ''],
  ['javascript:alert(1)', ''],
  [`https://${'a'.repeat(9_000)}/`, ''],
])('reports a redirect (%#)', async (location, to) =>
  expect(await tried(http((response) => response.writeHead(301, { location }).end()))).toEqual({
    ok: false,
    message: `URL answered 301, a redirect${to}: set --base-url to the address where the API answers itself.`,
  }),
);

const LATER = 'try again later';
const ACCOUNT = 'correct the account and its secret by trunk set';

test.each([
  [401, `URL refused them with 401: ${ACCOUNT}.`],
  [403, `URL refused them with 403: ${ACCOUNT}.`],
  [404, 'URL refused them with 404: correct the account, or --base-url, by trunk set.'],
  [400, 'URL answered 400, as the API of a carrier does not: correct --base-url.'],
  [429, `URL answered 429: ${LATER}.`],
  [500, `URL answered 500: ${LATER}.`],
])('reports the status %i', async (status, message) =>
  expect(await tried(http((response) => response.writeHead(status).end()))).toEqual({ ok: false, message }),
);

const CLOSED = 'URL closed the connection without a whole answer: correct --base-url, or try again later.';
const NO_HTTP = 'URL does not answer in HTTP: correct the port of --base-url, or write it with https.';

test.each<[string, (socket: Socket) => void, string]>([
  ['a server of another protocol', (socket) => socket.write('SSH-2.0-OpenSSH_9.6\r\n'), NO_HTTP],
  ['a server that closes', (socket) => socket.once('data', () => socket.end()), CLOSED],
  ['a server that breaks off', (socket) => socket.once('data', () => socket.resetAndDestroy()), CLOSED],
  [
    'half an answer',
    (socket) => socket.once('data', () => socket.end('HTTP/1.1 200 OK\r\ncontent-length: 9\r\n\r\n{}')),
    CLOSED,
  ],
])('reports %s', async (_what, serve, message) =>
  expect(await tried(tcp(serve))).toEqual({ ok: false, message }),
);

test('reports a server without TLS', async () =>
  expect(
    await tried(
      http((response) => response.end('{}')),
      'https',
    ),
  ).toEqual({
    ok: false,
    message:
      'URL (ERR_SSL_WRONG_VERSION_NUMBER) did not agree on TLS: correct the port of --base-url, or write it with http.',
  }));

test.each([
  ['CERT_HAS_EXPIRED', 'URL (CERT_HAS_EXPIRED) has a certificate that has expired'],
  ['ERR_TLS_CERT_ALTNAME_INVALID', '--base-url must name the host that it is for'],
  ['SELF_SIGNED_CERT_IN_CHAIN', 'NODE_EXTRA_CA_CERTS'],
])('reports the certificate’s fault %s', (fault, words) =>
  expect(
    credentialsCheck('URL', { response: null, type: 'bad_certificate', fault, location: null }),
  ).toMatchObject({ ok: false, message: expect.stringContaining(words) as string }),
);

test.each([
  ['ENETUNREACH', 'cannot be reached from this machine'],
  ['ECONNREFUSED', 'refused the connection'],
])('reports the fault %s', (fault, words) =>
  expect(
    credentialsCheck('URL', { response: null, type: 'connection_refused', fault, location: null }),
  ).toMatchObject({ ok: false, message: expect.stringContaining(words) as string }),
);
