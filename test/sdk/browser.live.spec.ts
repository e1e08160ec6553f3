import { execFile } from 'node:child_process';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { resolve } from 'node:path';
import { promisify } from 'node:util';
import { type Browser, chromium } from 'playwright-core';
import { CHROMIUM, describeWithBrowser } from '../harness/chromium';
import { bundledSdk, SIGNED } from '../harness/sdk-bundle';

const ROOT = resolve(__dirname, '../..');

describeWithBrowser('The SDK in a page', () => {
  let server: Server;
  let browser: Browser;
  let origin: string;
  const keys: (string | string[] | undefined)[] = [];

  beforeAll(async () => {
    const build = `import('./scripts/build-when-needed.mjs').then((m) => m.buildSdkWhenNeeded())`;
    await promisify(execFile)(process.execPath, ['-e', build], { cwd: ROOT });
    const code = await bundledSdk(resolve(ROOT, 'sdk/dist/esm'));
    server = createServer(({ url, headers }, response) => {
      if (url === '/') response.setHeader('Content-Type', 'text/html').end('<script src="/sdk.js"></script>');
      else if (url === '/sdk.js') response.setHeader('Content-Type', 'text/javascript').end(code);
      else {
        keys.push(headers['x-api-key']);
        response.end('{"object":"list","data":[{"id":"call_1"}],"has_more":false}');
      }
    });
    await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
    origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
    browser = await chromium.launch({ executablePath: CHROMIUM as string, args: ['--no-sandbox'] });
  });
  afterAll(async () => {
    await browser.close();
    server.close();
  });

  /** Runs the body of an async function with `sdk` in a page of `origin`. */
  async function inPage(body: string): Promise<unknown> {
    const page = await browser.newPage();
    await page.goto(origin);
    const result: unknown = await page.evaluate(`(async () => { ${body} })()`);
    await page.close();
    return result;
  }

  it('refuses a key, which a page would disclose', async () => {
    const found = await inPage(`
      try {
        new sdk.AiCalling({ apiKey: 'key_1', baseUrl: location.origin });
      } catch (error) {
        return [error.name, error instanceof sdk.BrowserKeyError, error.message.includes('key_1')];
      }
    `);
    expect(found).toEqual(['BrowserKeyError', true, false]);
    expect(keys).toEqual([]);
  });

  it('works where the page may have the key, and verifies webhooks', async () => {
    const found = await inPage(`
      const client = new sdk.AiCalling({ apiKey: 'key_1', baseUrl: location.origin, dangerouslyAllowBrowser: true });
      const seen = [];
      for await (const { id } of client.calls.list()) seen.push(id);
      return { seen, event: await sdk.verifyWebhook(${JSON.stringify(SIGNED)}) };
    `);
    expect(found).toEqual({ seen: ['call_1'], event: { test: 2432232314 } });
    expect(keys).toEqual(['key_1']);
  });
});
