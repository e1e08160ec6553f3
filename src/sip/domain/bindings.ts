import type { DialogRecord } from './dialog';
import { type NameAddr, parseNameAddr } from './header-values';
import { type SipRequest, cseqOf } from './message';
import type { Flow } from './ports';
import { quote, textOf, wholeNumber } from './scanner';
import { targetKey } from './target-health';
import { parseUri } from './uri';
import { HOUR_SECONDS } from '../../platform/kernel/time/durations';
import { RecentMap } from '../../platform/kernel/collections/recent-map';

const DEFAULT_EXPIRES_S = 300;
const MIN_EXPIRES_S = 60;
const MAX_EXPIRES_S = HOUR_SECONDS;
const MAX_NUMBER = 1e15;
const MAX_BINDINGS = 5;
const MAX_URI_LENGTH = 512;
const MAX_AGENT_LENGTH = 200;
/** The limit of Call-IDs of a user whose last CSeq is stored; the one unused longest is dropped. */
const MAX_CALL_IDS = 20;

type Line = readonly [name: string, value: string];

interface Wish {
  readonly uri: string;
  readonly instance: string | null;
  readonly expiresS: number;
}

/** What a REGISTER requests (RFC 3261 section 10.3). */
export type RegisterWish =
  | { readonly kind: 'update'; readonly contacts: readonly Wish[] }
  | { readonly kind: 'remove_all' }
  | {
      readonly kind: 'refused';
      readonly status: number;
      readonly reason?: string;
      readonly headers: readonly Line[];
    };

/** Times are monotonic milliseconds. */
export interface Binding {
  readonly uri: string;
  readonly instance: string | null;
  readonly callId: string;
  /** Requests to the phone go over it, whatever the Contact names. */
  readonly flow: Flow;
  /** The phone's User-Agent. */
  readonly agent: string | null;
  readonly since: number;
  readonly expiresAt: number;
}

export function registerWish(request: SipRequest): RegisterWish {
  const { headers } = request;
  const values = headers.list('contact');
  const requested = headers.get('expires');
  if (values.some((value) => value.trim() === '*')) {
    const alone = values.length === 1 && requested?.trim() === '0';
    return alone ? { kind: 'remove_all' } : bad('Contact * stands alone, with Expires: 0');
  }
  const contacts: Wish[] = [];
  for (const value of values) {
    const contact = parseNameAddr(value);
    if (contact === null || parseUri(contact.uri) === null || contact.uri.length > MAX_URI_LENGTH) {
      return bad('Contact is malformed');
    }
    const expiresS = expiresOf(contact, requested);
    if (expiresS > 0 && expiresS < MIN_EXPIRES_S) {
      return { kind: 'refused', status: 423, headers: [['min-expires', String(MIN_EXPIRES_S)]] };
    }
    const instance = contact.params.get('+sip.instance') || null;
    contacts.push({ uri: contact.uri, instance, expiresS: Math.min(expiresS, MAX_EXPIRES_S) });
  }
  return { kind: 'update', contacts };
}

/** A malformed time counts as none (RFC 3261 section 10.3). */
function expiresOf({ params }: NameAddr, header: string | undefined): number {
  const own = wholeNumber(params.get('expires') ?? '', MAX_NUMBER);
  return own ?? wholeNumber(header?.trim() ?? '', MAX_NUMBER) ?? DEFAULT_EXPIRES_S;
}

/** The Contacts of one user. */
export class Bindings {
  #all: Binding[] = [];
  /** The last request of each Call-ID. */
  readonly #latest = new RecentMap<string, { readonly cseq: number; readonly until: number }>(MAX_CALL_IDS);

  constructor(private readonly now: () => number) {}

  /** Newest first. */
  get current(): readonly Binding[] {
    const now = this.now();
    return this.#all.filter(({ expiresAt }) => expiresAt > now);
  }

  /** Null: a request with a later CSeq of the Call-ID came before, so nothing changes. */
  apply(wish: Exclude<RegisterWish, { kind: 'refused' }>, request: SipRequest, flow: Flow): true | null {
    const callId = request.headers.get('call-id') ?? '';
    const contacts = wish.kind === 'remove_all' ? [] : wish.contacts;
    const longestS = Math.max(DEFAULT_EXPIRES_S, ...contacts.map((contact) => contact.expiresS));
    if (!this.#isNewest(callId, cseqOf(request)?.number ?? 0, longestS)) return null;
    const now = this.now();
    const agent = agentOf(request);
    let all = wish.kind === 'remove_all' ? [] : [...this.current];
    for (const contact of contacts) {
      const before = all.find((binding) => isSame(binding, contact));
      const others = all.filter((binding) => !isSame(binding, contact));
      const { uri, instance, expiresS } = contact;
      // A refresh leaves the order; a phone that began anew is the newest.
      const since = before?.callId === callId ? before.since : now;
      const made = { uri, instance, callId, flow, agent, since, expiresAt: now + expiresS * 1_000 };
      all = expiresS === 0 ? others : [made, ...others].sort((a, b) => b.since - a.since);
      all = all.slice(0, MAX_BINDINGS);
    }
    this.#all = all;
    return true;
  }

  /** Stored for as long as its Contacts, or a nonce, could last. */
  #isNewest(callId: string, cseq: number, expiresS: number): boolean {
    const now = this.now();
    const latest = this.#latest.get(callId);
    const before = latest && latest.until > now ? latest : null;
    if (before && before.cseq >= cseq) return false;
    this.#latest.set(callId, { cseq, until: Math.max(now + expiresS * 1_000, before?.until ?? 0) });
    return true;
  }

  remove(isEnded: (binding: Binding) => boolean): void {
    this.#all = this.#all.filter((binding) => !isEnded(binding));
  }

  /** Values of Contact for a 200. */
  get contacts(): string[] {
    const now = this.now();
    return this.current.map(({ uri, instance, expiresAt }) => {
      const left = Math.max(1, Math.ceil((expiresAt - now) / 1_000));
      return `<${uri}>;expires=${left}${instance === null ? '' : `;+sip.instance=${quote(instance)}`}`;
    });
  }
}

/** Whether the Contact replaces the binding. */
export function isSame(binding: Binding, { uri, instance }: Pick<Binding, 'uri' | 'instance'>): boolean {
  return binding.uri === uri || (instance !== null && binding.instance === instance);
}

function agentOf({ headers }: SipRequest): string | null {
  const agent = headers.get('user-agent');
  return agent === undefined ? null : Array.from(textOf(agent)).slice(0, MAX_AGENT_LENGTH).join('');
}

function bad(reason: string): RegisterWish {
  return { kind: 'refused', status: 400, reason, headers: [] };
}

/** A registered phone registered again, by another flow. */
export interface PhoneMove {
  /** Whose phone it is. */
  readonly user: string;
  readonly from: Flow;
  readonly to: Flow;
}

/** The dialog with the new place of its phone, where that is the one that moved. */
export function followPhone(dialog: DialogRecord, { user, from, to }: PhoneMove): DialogRecord {
  const { peer } = dialog;
  const isFrom = targetKey(peer) === targetKey({ transport: from.transport, ...from.remote });
  if (peer.registered?.user !== user || !isFrom) return dialog;
  return { ...dialog, peer: { ...peer, transport: to.transport, ...to.remote } };
}
