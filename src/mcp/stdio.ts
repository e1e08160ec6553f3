import { createHash, randomBytes } from 'node:crypto';
import { PassThrough } from 'node:stream';
import { setImmediate } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { serveStdio, StdioServerTransport } from '@modelcontextprotocol/server/stdio';
import { flag, type Parser, read } from '../platform/config/config-values';
import { LinkSigner } from '../platform/link-signer';
import { scopesOf } from './application/key-scopes';
import { makeServer } from './application/mcp-server';
import { offeredTools, ToolCalls } from './application/tool-calls';
import { RemoteApi } from './infrastructure/remote-api';

const USAGE =
  'Use: npm run -s mcp [-- --read-only] [--url URL], with AI_CALLING_API_KEY and AI_CALLING_BASE_URL.';

/** stdout carries MCP alone: everything else goes to stderr. */
function fail(message: string): never {
  process.stderr.write(`${message}\n${USAGE}\n`);
  process.exit(1);
}

function options(): { readonly url?: string | undefined; readonly 'read-only'?: boolean | undefined } {
  try {
    return parseArgs({ options: { url: { type: 'string' }, 'read-only': { type: 'boolean' } } }).values;
  } catch (error) {
    return fail((error as Error).message);
  }
}

/** As the service reads its variables. */
function variable<T, A>(name: string, absent: A, parse: Parser<T>): T | A {
  try {
    return read(process.env, name, absent, parse);
  } catch (error) {
    return fail((error as Error).message);
  }
}

const asWritten: Parser<string> = (value) => value;

const { url, 'read-only': wantsReadOnly = false } = options();
const isReadOnly = variable('MCP_READ_ONLY', false, flag) || wantsReadOnly;
const apiKey = variable('AI_CALLING_API_KEY', null, asWritten) ?? fail('AI_CALLING_API_KEY is not set.');
const baseUrl = url ?? variable('AI_CALLING_BASE_URL', null, asWritten) ?? fail('There is no address.');
if (!URL.canParse(baseUrl) || !/^https?:/.test(baseUrl)) fail(`${baseUrl} is no address.`);

/** Calls in progress delay the end of the process: the client that wrote them in a pipe still reads. */
class PendingCalls extends ToolCalls {
  readonly #pending = new Set<Promise<unknown>>();

  override call(...call: Parameters<ToolCalls['call']>): ReturnType<ToolCalls['call']> {
    const over = super.call(...call).finally(() => this.#pending.delete(over));
    this.#pending.add(over);
    return over;
  }

  /** A tool ends within 30 s. */
  async finish(): Promise<void> {
    do {
      await Promise.allSettled(this.#pending);
      // Handles the last message, and writes the last response.
      await setImmediate();
    } while (this.#pending.size > 0);
  }
}

/** Confirmations are valid in this process. */
const signer = new LinkSigner(randomBytes(32));
const calls = new PendingCalls(signer, Date.now, () => undefined);
const user = {
  api: new RemoteApi(baseUrl, apiKey),
  accountId: createHash('sha256').update(apiKey).digest('hex'),
};

async function serve(): Promise<void> {
  const tools = offeredTools(await scopesOf(user.api), isReadOnly);
  // The end of stdin would close it before calls under way are answered.
  const input = process.stdin.pipe(new PassThrough(), { end: false });
  serveStdio(() => makeServer(tools, calls, user), {
    transport: new StdioServerTransport(input, process.stdout),
    onerror: (error) => process.stderr.write(`${error.message}\n`),
  });
  process.stdin.once('end', () => void calls.finish().then(() => process.exit(0)));
}

void serve();
