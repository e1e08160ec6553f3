import { BrowserKeyError } from './errors.ts';
import type { ClientOptions } from './options.ts';
import { makeResources, type Resource } from './resources.ts';
import { Transport } from './transport.ts';
import {
  batchWaits,
  type BatchWaits,
  callWaits,
  type CallWaits,
  humanCallWaits,
  type HumanCallWaits,
} from './waits.ts';

const UNSENDABLE_KEY =
  'apiKey has a character that no HTTP header may have, such as a line break: pass the key as it was made.';

/** A client of one account, which its key names. */
export class AiCalling {
  readonly agents: Resource<'agents'>;
  readonly tools: Resource<'tools'>;
  readonly calls: Resource<'calls'> & CallWaits;
  readonly batches: Resource<'batches'> & BatchWaits;
  readonly humanCalls: Resource<'humanCalls'> & HumanCallWaits;
  readonly counsellors: Resource<'counsellors'>;
  readonly credits: Resource<'credits'>;
  readonly doNotCall: Resource<'doNotCall'>;
  readonly numbers: Resource<'numbers'>;
  readonly voices: Resource<'voices'>;
  readonly defaultAgent: Resource<'defaultAgent'>;
  readonly webhook: Resource<'webhook'>;
  readonly health: Resource<'health'>;
  readonly recordings: Resource<'recordings'>;

  /**
   * @throws TypeError without a key or an address, or with one that cannot be sent
   * @throws BrowserKeyError in a page
   */
  constructor(options: ClientOptions = {}) {
    if (!options.dangerouslyAllowBrowser && isInPage()) {
      throw new BrowserKeyError(
        'An API key in a page can be read by whoever opens it: call the service from your server.',
      );
    }
    const apiKey = options.apiKey ?? fromEnvironment('AI_CALLING_API_KEY');
    if (!apiKey) throw new TypeError('There is no API key: pass apiKey, or set AI_CALLING_API_KEY.');
    if (!isSendable(apiKey)) throw new TypeError(UNSENDABLE_KEY);
    const baseUrl = options.baseUrl ?? fromEnvironment('AI_CALLING_BASE_URL');
    if (!baseUrl) throw new TypeError('There is no address: pass baseUrl, or set AI_CALLING_BASE_URL.');
    const made = makeResources(new Transport({ ...options, apiKey, baseUrl: originOf(baseUrl) }));
    const resources = made as unknown as Omit<AiCalling, never>;
    this.agents = resources.agents;
    this.tools = resources.tools;
    this.calls = { ...resources.calls, ...callWaits(resources.calls.get) };
    this.batches = { ...resources.batches, ...batchWaits(resources.batches.get) };
    this.humanCalls = { ...resources.humanCalls, ...humanCallWaits(resources.humanCalls.get) };
    this.counsellors = resources.counsellors;
    this.credits = resources.credits;
    this.doNotCall = resources.doNotCall;
    this.numbers = resources.numbers;
    this.voices = resources.voices;
    this.defaultAgent = resources.defaultAgent;
    this.webhook = resources.webhook;
    this.health = resources.health;
    this.recordings = resources.recordings;
  }
}

/** Whether a header can have the key. The errors of `Headers` contain it, so they must not reach the caller. */
function isSendable(apiKey: string): boolean {
  try {
    const sent = new Headers({ 'X-API-Key': apiKey }).get('X-API-Key') ?? '';
    return /^[\t -~\x80-\xff]*$/.test(sent);
  } catch {
    return false;
  }
}

/** The address without `/v1` and slashes at its end. @throws TypeError for what is no http address */
function originOf(baseUrl: string): string {
  const url = URL.canParse(baseUrl) ? new URL(baseUrl) : null;
  if (!url || !/^https?:$/.test(url.protocol)) {
    throw new TypeError(
      `baseUrl must be an address such as https://calls.example.com, and it is "${baseUrl}".`,
    );
  }
  let path = url.pathname;
  while (path.endsWith('/')) path = path.slice(0, -1);
  return `${url.origin}${path.endsWith('/v1') ? path.slice(0, -'/v1'.length) : path}`;
}

function isInPage(): boolean {
  const { window } = globalThis as { window?: { document?: unknown } };
  return window?.document !== undefined;
}

function fromEnvironment(name: string): string | undefined {
  const { process } = globalThis as { process?: { env?: Record<string, string | undefined> } };
  return process?.env?.[name];
}
