import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import { gzipSync } from 'node:zlib';
import { eventually, type TestApp } from '../harness/app';
import { number } from '../harness/builders';
import { cloudService, cloudTrunk } from '../harness/cloud-service';
import { compileThreads, queueCall, sipAccount } from '../harness/sip-accounts';

compileThreads();

/** How an API answers an order. `elsewhere` is a host that nobody may ask. */
type Answer = (response: ServerResponse, elsewhere: string) => void;

const LOST = { status: 'busy' };
const refused = (reason: string) => ({ status: 'failed', status_reason: reason });
const MEGABYTE = 'x'.repeat(1_048_576);

const raw =
  (bytes: string): Answer =>
  ({ socket }) => {
    socket?.end(bytes);
  };
const body =
  (status: number, content: string | Buffer, headers: Record<string, string> = {}): Answer =>
  (response) => {
    response.writeHead(status, headers).end(content);
  };
const redirect =
  (status: number): Answer =>
  (response, elsewhere) => {
    response.writeHead(status, { location: `${elsewhere}/else` }).end();
  };

/** What an API may answer, and what becomes of the call: one whose answer says nothing is looked up, and was busy. */
const ANSWERS: Readonly<Record<string, readonly [Answer, object]>> = {
  'HTML with 200': [body(200, '<html><body>Welcome</body></html>', { 'content-type': 'text/html' }), LOST],
  nothing: [body(200, ''), LOST],
  '204': [body(204, ''), LOST],
  null: [body(200, 'null'), LOST],
  'a list': [body(200, '[[[]]]'), LOST],
  'deep lists': [body(200, '['.repeat(500_000)), LOST],
  'half of its JSON': [body(200, '{"sid": "CA'), LOST],
  'an id of another type': [body(200, '{"sid":{},"request_uuid":["x"],"Call":{"Sid":7}}'), LOST],
  'gzip that nobody asked for': [body(200, gzipSync('{}'), { 'content-encoding': 'gzip' }), LOST],
  'less than it announced': [
    (response) => {
      response.writeHead(200, { 'content-length': '1000' });
      response.write('{');
      setTimeout(() => response.destroy(), 50).unref();
    },
    LOST,
  ],
  'no HTTP': [raw('SSH-2.0-OpenSSH_9.6\r\n'), LOST],
  'two lengths': [raw('HTTP/1.1 200 OK\r\nContent-Length: 2\r\nContent-Length: 3\r\n\r\n{}'), LOST],
  'headers without end': [raw(`HTTP/1.1 200 OK\r\nX: ${MEGABYTE}\r\n\r\n`), LOST],
  'bytes without end': [
    (response) => {
      response.writeHead(200);
      const more = () => {
        while (!response.destroyed && response.write(MEGABYTE));
        if (!response.destroyed) response.once('drain', more);
      };
      more();
    },
    LOST,
  ],
  'a byte now and then': [
    (response) => {
      response.writeHead(200);
      const timer = setInterval(() => response.write(' '), 100);
      response.once('close', () => clearInterval(timer));
    },
    LOST,
  ],
  '500 with JSON': [body(500, '{"code":21211}'), LOST],
  '502 of a proxy': [body(502, '<html>Bad Gateway</html>'), LOST],
  '301 to another host': [redirect(301), refused('The carrier refused: 301, it redirected the call')],
  '307 to another host': [redirect(307), refused('The carrier refused: 307, it redirected the call')],
  '418': [body(418, 'short and stout'), refused('The carrier could not place the call (418).')],
  '400 with a code that is a text': [
    body(400, '{"code":"21211"}'),
    refused('The carrier could not place the call (400).'),
  ],
  '400 with a code that is no number of a carrier’s': [
    body(400, '{"code":1e308}'),
    refused('The carrier could not place the call (400).'),
  ],
};

interface Kind {
  readonly to: (order: string) => string;
  /** The numbers that a list is asked for; null: it is none. */
  readonly sought: (url: URL) => string | null;
  readonly busy: (id: number) => object;
}

const plus = (digits: string) => `+${digits.replace('+', '')}`;
const form = (name: string) => (order: string) => new URLSearchParams(order).get(name) ?? '';
const now = (aheadMs: number) => new Date(Date.now() + aheadMs).toISOString().slice(0, 19).replace('T', ' ');
const hex = (id: number) => id.toString(16).padStart(32, '0');

const KINDS: Readonly<Record<'twilio' | 'plivo' | 'exotel', Kind>> = {
  twilio: {
    to: form('To'),
    sought: ({ searchParams }) => searchParams.get('To'),
    busy: (id) => ({
      calls: [{ sid: `CA${hex(id)}`, status: 'busy', date_created: new Date().toUTCString() }],
    }),
  },
  plivo: {
    to: (order) => plus((JSON.parse(order) as { to: string }).to),
    sought: ({ searchParams }) => searchParams.get('to_number'),
    busy: (id) => ({
      calls: [],
      objects: [
        {
          call_uuid: `00000000-0000-0000-0000-${hex(id).slice(-12)}`,
          initiation_time: now(0),
          hangup_cause_code: 3010,
          answer_time: null,
        },
      ],
    }),
  },
  exotel: {
    to: form('From'),
    sought: ({ searchParams }) => searchParams.get('From'),
    busy: (id) => ({ Calls: [{ Sid: hex(id), Status: 'busy', DateCreated: now(19_800_000) }] }),
  },
};

/** An API that answers each order as its number says, and lists each as busy. */
class OddApi {
  readonly orders: string[] = [];
  readonly #server: Server;

  constructor(
    private readonly kind: Kind,
    private readonly answers: ReadonlyMap<string, Answer>,
    private readonly elsewhere: string,
  ) {
    this.#server = createServer((request, response) => void this.#serve(request, response));
  }

  async open(): Promise<string> {
    await new Promise<void>((resolve) => this.#server.listen(0, '127.0.0.1', resolve));
    return `http://127.0.0.1:${(this.#server.address() as AddressInfo).port}`;
  }

  close(): void {
    this.#server.closeAllConnections();
    this.#server.close();
  }

  async #serve(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const sent = await text(request);
    if (request.method === 'POST') {
      const to = this.kind.to(sent);
      this.orders.push(to);
      this.answers.get(to)?.(response, this.elsewhere);
      return;
    }
    const sought = this.kind.sought(new URL(request.url ?? '', 'http://here'));
    const at = sought === null ? -1 : this.orders.indexOf(plus(sought));
    response.writeHead(200).end(JSON.stringify(at < 0 ? {} : this.kind.busy(at + 1)));
  }
}

let service: TestApp;
let elsewhere: Server;
let askedElsewhere = 0;

beforeAll(async () => {
  service = await cloudService();
  elsewhere = createServer((_request, response) => {
    askedElsewhere += 1;
    response.end('{}');
  });
  await new Promise<void>((resolve) => elsewhere.listen(0, '127.0.0.1', resolve));
});
afterAll(async () => {
  elsewhere.close();
  await service.stop();
});

describe.each(Object.entries(KINDS) as ['twilio' | 'plivo' | 'exotel', Kind][])('%s', (kind, reading) => {
  const calls = new Map<string, { id: string; phone: string }>();
  let api: OddApi;

  // All at once: those that say nothing are looked up later.
  beforeAll(async () => {
    const phones = new Map(Object.keys(ANSWERS).map((name) => [name, number('0001')]));
    const answers = new Map([...phones].map(([name, phone]): [string, Answer] => [phone, ANSWERS[name]![0]]));
    const other = `http://127.0.0.1:${(elsewhere.address() as AddressInfo).port}`;
    api = new OddApi(reading, answers, other);
    const { id: trunk } = await cloudTrunk(service, kind, await api.open());
    const account = await sipAccount(service, [trunk], { carrier: kind, lines: 50 });
    for (const [name, phone] of phones)
      calls.set(name, { id: await queueCall(service, account, phone), phone });
  });
  afterAll(() => api.close());

  test.each(Object.keys(ANSWERS))('sends one create request when its response is %s', async (name) => {
    const { id, phone } = calls.get(name)!;
    await eventually(async () => {
      // By the API a key would look too often.
      const sql = 'SELECT status, status_reason FROM calls WHERE id = $1';
      expect(await service.unitOfWork.row(sql, [id])).toMatchObject(ANSWERS[name]![1]);
    }, 30_000);
    expect(api.orders.filter((to) => to === phone)).toHaveLength(1);
  });

  test('tries no other trunk', () => expect(askedElsewhere).toBe(0));
});
