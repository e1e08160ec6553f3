import { createSocket, type Socket } from 'node:dgram';
import { once } from 'node:events';
import { setTimeout as sleep } from 'node:timers/promises';
import { openSipEndpoint, type Server, type SipEndpoint, type Target } from '../../../../sip';
import type { TelephonyConfig } from '../../../../platform/config/config-telephony';
import { inviteCheck, type InviteProbeResult } from '../../../domain/invite-check';
import {
  type ProbedServer,
  connectCheck,
  notNeededCheck,
  blockedCheck,
  optionsCheck,
  registerCheck,
  type ProbeReply,
  resolveCheck,
  type TrunkCheck,
} from '../../../domain/trunk-check';
import { ANSWER_TIMEOUT_MS, RESOLVE_TIMEOUT_MS } from '../../../domain/trunk-timeouts';
import { REAL_TIMERS } from '../../../../platform/kernel/time/timers';
import { addressOfRecord, inviteOf, peerOf, serversOf, type SipSettings } from '../sip-settings';
import type { TrunkAttemptResult } from '../../shared/trunk-failover';
import { type SipAnswer, SipTrunkAttempt } from '../sip-trunk-attempt';
import { udpRefusal } from './udp-refusal';
import { withTimeout } from '../../../../platform/kernel/time/timeout';
import { deferred } from '../../../../platform/kernel/async/deferred';

const RING_SECONDS = 15;
/** The far side confirms our CANCEL within this time. */
const CONFIRM_TIMEOUT_MS = 2_000;
/** A 200 that crosses our CANCEL, or without audio that we can use, must be hung up. */
const LATE_ANSWER_MS = 300;
/** Failures of a call that a 200 answered. */
const ANSWERED: readonly string[] = ['no_usable_audio', 'no_encryption'];

export interface ProbeCall {
  /** E.164. */
  readonly number: string;
  readonly callerId: string;
}

/**
 * Tests a SIP trunk from a port of its own, beside a running service: at most 7 s, with a call 25 s.
 * @throws Error when no port can be opened
 */
export async function probeSip(
  settings: SipSettings,
  { host, publicAddress, localNets: localNetworks }: TelephonyConfig['sip'],
  call: ProbeCall | null,
): Promise<TrunkCheck[]> {
  const endpoint = await openSipEndpoint({
    host,
    port: 0,
    settings: { publicAddress, localNetworks, product: 'AI-Calling-Service' },
    hooks: { known: () => false },
  });
  try {
    return await new SipProbe(endpoint, settings, host).run(call);
  } finally {
    await endpoint.userAgent.close();
  }
}

class SipProbe {
  constructor(
    private readonly endpoint: SipEndpoint,
    private readonly settings: SipSettings,
    private readonly host: string,
  ) {}

  async run(call: ProbeCall | null): Promise<TrunkCheck[]> {
    const { settings } = this;
    const resolved = await Promise.all(serversOf(settings).map((server) => this.#resolve(server)));
    const targets = resolved.flatMap((one) => one.targets);
    const isTried = settings.register || settings.credentials !== null;
    const [options, registrations] = await Promise.all([
      Promise.all(targets.map((target) => this.#options(target))),
      isTried ? Promise.all(targets.map((target) => this.#register(target))) : [],
    ]);
    const there = targets.filter((_, at) => options[at]?.reply.kind !== 'unreachable');
    return [
      resolveCheck(resolved.map(({ server, targets: of }) => ({ server, addresses: of.map(nameOf) }))),
      connectCheck(options, settings.transport),
      optionsCheck(options),
      isTried
        ? registerCheck(registrations, settings.register)
        : notNeededCheck('register', 'the trunk has neither --register yes nor a password'),
      ...(call ? [await this.#invite(there, call)] : []),
    ];
  }

  async #resolve(server: Server): Promise<{ server: string; targets: readonly Target[] }> {
    const resolving = this.endpoint.resolver.targets([server]);
    return { server: server.server, targets: await withTimeout(RESOLVE_TIMEOUT_MS, resolving, () => []) };
  }

  #options(target: Target): Promise<ProbedServer> {
    return this.#probe('OPTIONS', target, `sip:${this.settings.domain}`);
  }

  #register(target: Target): Promise<ProbedServer> {
    return this.#probe('REGISTER', target, addressOfRecord(this.settings));
  }

  /** The network's refusal is known before the timeout. */
  async #probe(method: 'OPTIONS' | 'REGISTER', target: Target, uri: string): Promise<ProbedServer> {
    const { transport, address, port } = target;
    const answered = this.#request(method, target, uri);
    const refused = async (): Promise<ProbeReply> => {
      const why = transport === 'udp' ? await udpRefusal(address, port) : null;
      return why === null ? answered : { kind: 'unreachable', why };
    };
    return { server: nameOf(target), reply: await Promise.race([answered, refused()]) };
  }

  async #request(method: 'OPTIONS' | 'REGISTER', target: Target, uri: string): Promise<ProbeReply> {
    const request = { target, uri, requestUri: `sip:${this.settings.domain}`, peer: peerOf(this.settings) };
    const outcome = await withTimeout(
      ANSWER_TIMEOUT_MS,
      this.endpoint.userAgent.request(method, request),
      () => SILENCE,
    );
    if (outcome.kind === 'response') {
      const { status, reason } = outcome.response;
      return { kind: 'response', status, reason };
    }
    if (outcome.kind !== 'unreachable') return SILENT;
    const { why, message } = outcome.error;
    return { kind: 'unreachable', why, ...(why === 'certificate' && { code: message.split(' ').at(-1) }) };
  }

  async #invite(targets: readonly Target[], { number, callerId }: ProbeCall): Promise<TrunkCheck> {
    if (targets.length === 0) return blockedCheck('invite', 'no server can be reached');
    // Reserves the port; the call ends before any audio.
    const rtp = createSocket('udp4').bind(0, this.host);
    await once(rtp, 'listening');
    try {
      return await this.#call(targets, number, callerId, rtp);
    } finally {
      rtp.close();
    }
  }

  async #call(targets: readonly Target[], number: string, callerId: string, rtp: Socket) {
    const { audio, ...invite } = inviteOf(this.settings, number, callerId);
    const ringing = deferred<'rings'>();
    const attempt = new SipTrunkAttempt(
      { ...invite, targets, audio: { ...audio, port: rtp.address().port, direction: 'sendrecv' } },
      {
        place: (options, handlers) => this.endpoint.userAgent.call(options, handlers),
        timers: REAL_TIMERS,
        hadNoResponse: false,
        ringSeconds: RING_SECONDS,
        onRinging: () => ringing.resolve('rings'),
      },
    );
    const patience = RING_SECONDS * 1_000 + CONFIRM_TIMEOUT_MS;
    const first = await Promise.race([ringing.promise, withTimeout(patience, attempt.ended, () => null)]);
    if (first !== 'rings') return inviteCheck(await this.#endOf(first));
    attempt.giveUp();
    const end = await withTimeout(CONFIRM_TIMEOUT_MS, attempt.ended, () => null);
    // The 200 crossed our CANCEL (RFC 3261, 9.1).
    if (end?.kind === 'answered') return inviteCheck(await this.#endOf(end));
    await sleep(LATE_ANSWER_MS);
    return inviteCheck({ kind: 'rang', confirmed: end !== null });
  }

  async #endOf(end: TrunkAttemptResult<SipAnswer> | null): Promise<InviteProbeResult> {
    switch (end?.kind) {
      case 'answered': {
        const hungUp = end.session.hangUp().then(() => true);
        return { kind: 'answered', confirmed: await withTimeout(CONFIRM_TIMEOUT_MS, hungUp, () => false) };
      }
      case 'failed':
        if (ANSWERED.includes(end.event.type)) await sleep(LATE_ANSWER_MS);
        return { kind: 'failed', event: end.event, statusLine: end.response };
      default:
        return { kind: 'failed', event: { type: 'ring_timeout' }, statusLine: null };
    }
  }
}

const SILENT: ProbeReply = { kind: 'silent' };
const SILENCE = { kind: 'timeout' } as const;

function nameOf({ address, port }: Target): string {
  return `${address}:${port}`;
}
