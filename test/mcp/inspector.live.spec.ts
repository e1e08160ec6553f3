import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { type TestAccount, TestApp } from '../harness/app';

const run = promisify(execFile);

const INSPECTOR = '@modelcontextprotocol/inspector@2.12.0';
/** The least Node that the inspector runs on. */
const LEAST_NODE = [22, 19] as const;

const [major = 0, minor = 0] = process.versions.node.split('.').map(Number);
const isNodeNew = major > LEAST_NODE[0] || (major === LEAST_NODE[0] && minor >= LEAST_NODE[1]);
if (!isNodeNew) {
  process.stdout.write(`The inspector of MCP was not run: it needs Node ${LEAST_NODE.join('.')}.\n`);
}

(isNodeNew ? describe : describe.skip)('the command line of the inspector', () => {
  let service: TestApp;
  let account: TestAccount;

  beforeAll(async () => {
    service = await TestApp.start();
    account = await service.account();
    await service.api(account).post('/agents', { name: 'Asha', opening_line: 'Hi.', system_prompt: 'X.' });
  });
  afterAll(() => service.stop());

  async function inspect(...args: string[]): Promise<any> {
    const target = [`${service.origin}/mcp`, '--transport', 'http', '--header', `X-API-Key: ${account.key}`];
    const command = ['--yes', '-p', INSPECTOR, 'mcp-inspector', '--cli', ...target, ...args];
    const { stdout } = await run('npx', command, { timeout: 150_000, maxBuffer: 10_000_000 });
    return JSON.parse(stdout);
  }

  it('lists the tools, whose schemas are portable, and uses one', async () => {
    const { tools } = await inspect('--method', 'tools/list', '--strict');
    expect(tools).toHaveLength(27);
    const { structuredContent } = await inspect('--method', 'tools/call', '--tool-name', 'list_agents');
    expect(structuredContent.data).toEqual([expect.objectContaining({ name: 'Asha' })]);
  }, 300_000);
});
