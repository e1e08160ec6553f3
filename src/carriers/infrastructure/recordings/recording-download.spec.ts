import { mkdtempSync, rmSync } from 'node:fs';
import { readFile, stat } from 'node:fs/promises';
import { createServer, type IncomingMessage, type RequestListener } from 'node:http';
import { createServer as createTlsServer } from 'node:https';
import type { AddressInfo, Server } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { TestAuthority } from '../../../../test/harness/certificates';
import { TestResolver } from '../../../../test/harness/webhook-client';
import { AddressGuard } from '../../../platform/outbound/address-guard';
import { RecordingDownload } from './recording-download';

const LIMITS = { bytes: 1_000_000, ms: 3_000 };
const AUDIO = Buffer.from('RIFF and so on');
/** What must never leave for another host, nor stand in an error. */
const PASSWORD = 'a-token-of-the-trunk';

/** A name that leads to this machine, which the operator has opened; what another name leads to is refused. */
const NAMES = {
  'media.test': ['127.0.0.1'],
  'private.test': ['10.1.2.3'],
  'metadata.test': ['169.254.169.254'],
  'six.test': ['::1'],
  'mixed.test': ['127.0.0.1', '192.168.0.1'],
};
const OPENED = { webhookAllowCidrs: ['127.0.0.0/8'], webhookAllowHttp: true };

let authority: TestAuthority;
let folder: string;
const servers: Server[] = [];
let made = 0;

beforeAll(() => {
  authority = new TestAuthority();
  folder = mkdtempSync(join(tmpdir(), 'aics-download-'));
});
afterEach(async () => {
  for (const server of servers.splice(0)) {
    if ('closeAllConnections' in server) (server.closeAllConnections as () => void)();
    await new Promise((resolve) => server.close(resolve));
  }
});
afterAll(() => {
  authority.remove();
  rmSync(folder, { recursive: true, force: true });
});

/** With a name: over TLS. */
async function host(listener: RequestListener, name?: string) {
  const seen: IncomingMessage[] = [];
  const noting: RequestListener = (request, response) => {
    seen.push(request);
    listener(request, response);
  };
  const server =
    name === undefined ? createServer(noting) : createTlsServer(authority.issue({ name }), noting);
  servers.push(server);
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  return { seen, port, url: name === undefined ? `http://127.0.0.1:${port}` : `https://${name}:${port}` };
}

const gives: RequestListener = (_request, response) => response.end(AUDIO);
const leadsTo =
  (location: string, status = 302): RequestListener =>
  (_request, response) =>
    response.writeHead(status, { location }).end('moved');

/** What becomes of a download: `ok`, or why not. */
async function download(
  address: string,
  baseUrl: string,
  names: ConstructorParameters<typeof TestResolver>[0] = NAMES,
  limits = LIMITS,
) {
  const guard = new AddressGuard(OPENED, new TestResolver(names));
  const path = join(folder, String(++made));
  try {
    await new RecordingDownload(guard, limits, authority.ca).to(
      path,
      address,
      { baseUrl, user: 'user', password: PASSWORD },
      new AbortController().signal,
    );
  } catch (error) {
    expect(String(error)).not.toMatch(new RegExp(`${PASSWORD}|127\\.0\\.0\\.1`));
    return (error as Error).message;
  }
  return (await readFile(path)).equals(AUDIO) ? 'ok' : 'something else';
}

const own = () => host(gives);
test('sends the credentials of the trunk below its base URL', async () => {
  const api = await own();
  expect(await download('/Recordings/RE1.wav?RequestedChannels=2', api.url)).toBe('ok');
  expect(api.seen[0]?.url).toBe('/Recordings/RE1.wav?RequestedChannels=2');
  expect(api.seen[0]?.headers.authorization).toBe(
    `Basic ${Buffer.from(`user:${PASSWORD}`).toString('base64')}`,
  );
});

test('sends an address that looks like another host but begins with the base URL to the trunk', async () => {
  const api = await own();
  expect(await download('//media.test/a', api.url)).toBe('ok');
  expect(api.seen[0]?.url).toBe('//media.test/a');
});

test('sends no credentials to another host', async () => {
  const [api, media] = [await own(), await host(gives, 'media.test')];
  expect(await download(`${media.url}/a.mp3`, api.url)).toBe('ok');
  expect(media.seen[0]?.headers.authorization).toBeUndefined();
  expect(api.seen).toHaveLength(0);
});

test('follows redirects to another host and on, without credentials', async () => {
  const media = await host(gives, 'media.test');
  const other = await host(leadsTo(`${media.url}/b`), 'media.test');
  const api = await host(leadsTo(`${other.url}/a`, 307));
  expect(await download('/a', api.url)).toBe('ok');
  expect(api.seen[0]?.headers.authorization).toBeDefined();
  for (const { seen } of [other, media])
    expect(seen.map(({ headers }) => headers.authorization)).toEqual([undefined]);
});

test('follows three redirects within the trunk’s host, and no more', async () => {
  const moving =
    (most: number): RequestListener =>
    (request, response) => {
      const hop = Number(request.url?.slice(1));
      if (hop < most) response.writeHead(302, { location: `/${hop + 1}` }).end();
      else response.end(AUDIO);
    };
  expect(await download('/0', (await host(moving(3))).url)).toBe('ok');
  expect(await download('/0', (await host(moving(4))).url)).toBe('it was redirected too often');
});

const NOT_PUBLIC = 'its host is not a public one';

test.each([
  ['http://127.0.0.1:1/', 'its address is not https'],
  ['http://media.test/', 'its address is not https'],
  ['ftp://media.test/', 'its address is not https'],
  ['file:///etc/passwd', 'its address is not https'],
  ['https://user:secret@media.test/', 'its address holds a password'],
  ['https://10.0.0.1/', NOT_PUBLIC],
  ['https://169.254.169.254/latest/meta-data', NOT_PUBLIC],
  ['https://2852039166/', NOT_PUBLIC],
  ['https://[::1]/', NOT_PUBLIC],
  ['https://[::ffff:10.0.0.1]/', NOT_PUBLIC],
  ['https://[fd00::1]/', NOT_PUBLIC],
  ['https://[64:ff9b::a00:1]/', NOT_PUBLIC],
  ['https://localhost/', NOT_PUBLIC],
  ['https://x.internal./', NOT_PUBLIC],
  ['https://private.test/', NOT_PUBLIC],
  ['https://metadata.test/', NOT_PUBLIC],
  ['https://six.test/', NOT_PUBLIC],
  ['https://mixed.test/', NOT_PUBLIC],
  ['https://nowhere.test/', 'the connection failed (ENOTFOUND)'],
  ['', 'its address is not a URL'],
])('sends nothing to %s, neither at once nor by a redirect', async (address, why) => {
  const api = await host(leadsTo(address));
  expect(await download(address, api.url)).toBe(why);
  expect(api.seen).toHaveLength(0);
  if (address === '') return;
  expect(await download('/a', api.url)).toBe(why);
  expect(api.seen).toHaveLength(1);
});

test('does not follow a redirect from another host back to the trunk’s', async () => {
  const api = await own();
  const media = await host(leadsTo(`${api.url}/Accounts`), 'media.test');
  expect(await download(`${media.url}/a`, api.url)).toBe('its address is not https');
  expect(api.seen).toHaveLength(0);
});

test('connects to the address that was checked, at each hop', async () => {
  const answers = [['127.0.0.1'], ['10.0.0.1']];
  const names = { 'media.test': () => Promise.resolve(answers.shift() ?? []) };
  const media = await host((request, response) => {
    if (request.url === '/a') response.writeHead(302, { location: '/b' }).end();
    else response.end(AUDIO);
  }, 'media.test');
  expect(await download(`${media.url}/a`, (await own()).url, names)).toBe(NOT_PUBLIC);
  expect(media.seen).toHaveLength(1);
});

test('rejects a certificate of another name', async () => {
  const media = await host(gives, 'other.test');
  const url = media.url.replace('other.test', 'media.test');
  expect(await download(`${url}/a`, (await own()).url)).toContain('ERR_TLS_CERT_ALTNAME_INVALID');
  expect(media.seen).toHaveLength(0);
});

test.each([301, 302, 401, 403, 404, 500, 204])(
  'fails for a response %d without target or recording',
  async (status) => {
    const api = await host((_request, response) => response.writeHead(status).end());
    const why = status < 400 && status > 300 ? 'it was redirected nowhere' : `its host answered ${status}`;
    expect(await download('/a', api.url)).toBe(why);
  },
);

test('does not start the download of an announced gigabyte', async () => {
  let sent = 0;
  const api = await host((_request, response) => {
    response.writeHead(200, { 'content-length': String(1e9) });
    response.write(Buffer.alloc(100_000), () => (sent += 100_000));
  });
  expect(await download('/a', api.url)).toBe('it is larger than allowed');
  expect(sent).toBeLessThanOrEqual(100_000);
});

test('ends the download of an unannounced gigabyte at the limit, on the disk and in memory', async () => {
  const block = Buffer.alloc(65_536);
  const api = await host((_request, response) => {
    const more = () => {
      while (!response.destroyed && response.write(block));
      if (!response.destroyed) response.once('drain', more);
    };
    more();
  });
  const before = process.memoryUsage().rss;
  expect(await download('/a', api.url)).toBe('it is larger than allowed');
  expect(process.memoryUsage().rss - before).toBeLessThan(50e6);
  expect((await stat(join(folder, String(made)))).size).toBeLessThanOrEqual(LIMITS.bytes);
});

test('closes the file of a failed download', async () => {
  const api = await host((_request, response) => void response.write('x', () => response.end()));
  for (let round = 0; round < 50; round++) {
    expect(await download('/a', api.url, NAMES, { ...LIMITS, bytes: 0 })).toBe('it is larger than allowed');
    rmSync(join(folder, String(made)));
  }
});

test('ends a slow download at the time limit', async () => {
  const api = await host((_request, response) => {
    const drip = setInterval(() => response.write('x'), 100);
    response.once('close', () => clearInterval(drip));
  });
  expect(await download('/a', api.url)).toBe('it took too long');
});

test('fails when the connection breaks', async () => {
  const api = await host((_request, response) => {
    response.writeHead(200, { 'content-length': '1000' });
    response.write('x', () => response.destroy());
  });
  expect(await download('/a', api.url)).toMatch(/^the connection failed/);
});
