import { Webhook } from 'standardwebhooks';
import { HostResolver } from '../../src/platform/outbound/host-resolver';
import { type TestAccount, TestApp } from '../harness/app';
import { McpToolServer, tool as mcpTool } from '../harness/mcp-tool-server';
import { answerJson, ToolServer } from '../harness/tool-server';

type Json = Record<string, any>;

const OPENED = { TOOLS_ALLOW_CIDRS: '127.0.0.0/8', TOOLS_ALLOW_HTTP: 'true' };
const PASSWORD = 'Bearer top-secret-4711';

let server: ToolServer;
let url: string;

beforeAll(async () => {
  server = new ToolServer();
  url = await server.start();
});
afterAll(() => server.stop());
beforeEach(() => {
  server.requests.length = 0;
  server.answer = answerJson({ status: 'shipped' });
});

const make = async (service: TestApp, account: TestAccount, fields: object = {}) => {
  const body = {
    kind: 'http',
    name: 'order_status',
    description: 'Reads an order.',
    url: `${url}/o`,
    headers: [{ name: 'Authorization', value: PASSWORD }],
    ...fields,
  };
  return (await service.http(account).post('/tools').send(body).expect(201)).body as Json;
};

describe('the secrets of tools', () => {
  const KEY = 'a'.repeat(64);
  const OTHER = 'b'.repeat(64);

  it('are encrypted, and rotate with SECRET_KEY', async () => {
    const first = await TestApp.start({ ...OPENED, SECRET_KEY: KEY });
    const account = await first.account();
    const { id, secret } = await make(first, account);
    const stored = JSON.stringify(await first.unitOfWork.rows('SELECT * FROM tools'));
    expect(stored).not.toContain(PASSWORD.slice(7));
    expect(stored).not.toContain(secret.slice(6, -4));
    const restart = (environment: Record<string, string>) =>
      TestApp.start({ ...OPENED, ...environment }, first.databaseUrl);
    const moved = await restart({ SECRET_KEY: OTHER, SECRET_KEY_PREVIOUS: KEY });
    const attempt = async (service: TestApp) =>
      (await service.http(account).post(`/tools/${id}/try`).send({}).expect(200)).body as Json;
    expect(await attempt(moved)).toMatchObject({ status: 'succeeded' });
    await moved.advance(0);
    await moved.stop();
    const last = await restart({ SECRET_KEY: OTHER });
    expect(await attempt(last)).toMatchObject({ status: 'succeeded' });
    for (const { headers, body } of server.requests) {
      expect(headers.authorization).toBe(PASSWORD);
      expect(() => new Webhook(secret).verify(body, headers as Record<string, string>)).not.toThrow();
    }
    expect(server.requests).toHaveLength(2);
    await last.stop();
    await first.stop();
  });

  it('are in no response, error or log', async () => {
    const logs: string[] = [];
    const service = await TestApp.start({ ...OPENED, LOG_LEVEL: 'debug' }, undefined, (line) =>
      logs.push(line),
    );
    const account = await service.account();
    const mcp = new McpToolServer();
    const mcpUrl = await mcp.start();
    mcp.tools = [mcpTool('book')];
    const { id } = await make(service, account);
    const other = await make(service, account, {
      kind: 'mcp',
      name: 'clinic',
      url: mcpUrl,
      description: null,
      allowed_tools: ['book'],
    });
    const shown: unknown[] = [];
    const post = async (path: string, body: object) =>
      shown.push((await service.http(account).post(path).send(body)).body);
    await post(`/tools/${other['id']}/refresh`, {});
    const answers: ToolServer['answer'][] = [
      answerJson({}, 500),
      (response) => void response.destroy(),
      (response) => response.writeHead(302, { Location: 'http://127.0.0.1:1/' }).end(),
      (response) => response.writeHead(200, { 'Content-Encoding': 'gzip' }).end('x'),
    ];
    for (const answer of answers) {
      server.answer = answer;
      mcp.misbehave = (response) => {
        answer(response, server.requests[0] as never);
        return true;
      };
      await post(`/tools/${id}/try`, {});
      await post(`/tools/${other['id']}/try`, { function: 'book' });
      await post(`/tools/${other['id']}/refresh`, {});
    }
    shown.push((await service.http(account).get('/tools').expect(200)).body);
    expect(shown).toHaveLength(14);
    const text = JSON.stringify(shown);
    expect(text).not.toContain(PASSWORD.slice(7));
    expect(text).not.toContain('whsec_');
    expect(logs.join('')).not.toMatch(/top-secret|whsec_|127\.0\.0\.1:\d+\/(?:o|mcp)/u);
    await mcp.stop();
    await service.stop();
  });
});

describe('the address of a tool', () => {
  it('is checked at each request, and rejected when the name resolves into the network', async () => {
    const service = await TestApp.start({ TOOLS_ALLOW_HTTP: 'true' });
    const account = await service.account();
    const resolver = service.app.get(HostResolver, { strict: false });
    const resolve = jest.spyOn(resolver, 'resolve').mockResolvedValue(['93.184.216.34']);
    try {
      const fields = { url: 'http://tools.example.com/o' };
      const made = await make(service, account, fields);
      const mcp = await make(service, account, {
        ...fields,
        kind: 'mcp',
        name: 'clinic',
        description: null,
      });
      for (const address of ['127.0.0.1', '10.1.2.3', '169.254.169.254', '::1', 'fd00::1']) {
        resolve.mockResolvedValue(['93.184.216.34', address]);
        const { body } = await service.http(account).post(`/tools/${made['id']}/try`).send({}).expect(200);
        expect(body).toMatchObject({ status: 'failed', error: { code: 'address_refused' } });
        const refreshed = (await service.http(account).post(`/tools/${mcp['id']}/refresh`).expect(200)).body;
        expect(refreshed.refresh).toMatchObject({ ok: false });
        expect(refreshed.refresh.error).toContain('address_refused');
        expect(JSON.stringify([body, refreshed])).not.toContain(address);
      }
    } finally {
      resolve.mockRestore();
      await service.stop();
    }
  });
});
