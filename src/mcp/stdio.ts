import { createHash, createHmac, randomBytes, timingSafeEqual } from 'node:crypto';
import { parseArgs } from 'node:util';
import { serveStdio } from '@modelcontextprotocol/server/stdio';
import { flag, type Parser, read } from '../platform/config/config-values';
import { API_VERSION } from '../platform/http/api-version';
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

/** Confirmations are valid in this process. */
function signer() {
  const secret = randomBytes(32);
  const sign = (text: string) => createHmac('sha256', secret).update(text).digest('base64url');
  const isSigned = (text: string, claimed: string) => {
    const [right, given] = [Buffer.from(sign(text)), Buffer.from(claimed)];
    return right.length === given.length && timingSafeEqual(right, given);
  };
  return { sign, isSigned };
}

const { url, 'read-only': wantsReadOnly = false } = options();
const isReadOnly = variable('MCP_READ_ONLY', false, flag) || wantsReadOnly;
const apiKey = variable('AI_CALLING_API_KEY', null, asWritten) ?? fail('AI_CALLING_API_KEY is not set.');
const baseUrl = url ?? variable('AI_CALLING_BASE_URL', null, asWritten) ?? fail('There is no address.');
if (!URL.canParse(baseUrl) || !/^https?:/.test(baseUrl)) fail(`${baseUrl} is no address.`);

const calls = new ToolCalls(signer(), Date.now, () => undefined);
const user = {
  api: new RemoteApi(baseUrl, apiKey),
  accountId: createHash('sha256').update(apiKey).digest('hex'),
};
const tools = offeredTools(null, isReadOnly);
serveStdio(() => makeServer(API_VERSION, tools, calls, user), {
  onerror: (error) => process.stderr.write(`${error.message}\n`),
});
// Requests under way would delay the exit for nobody.
process.stdin.once('end', () => process.exit(0));
