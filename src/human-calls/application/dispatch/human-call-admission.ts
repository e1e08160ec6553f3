import { Injectable } from '@nestjs/common';
import { CallingLines, type CallingRules } from '../../../accounts';
import { Credits } from '../../../credits';
import { Clock } from '../../../platform/clock';
import { newId } from '../../../platform/ids';
import type { AccountCarrier, Carrier } from '../../../carriers';
import { type LockedTrunks, TrunkChannels } from '../../../trunks';
import type { DialTerms, HumanCall } from '../../domain/human-call';
import { DIAL } from '../../domain/human-call-state';
import type { HumanDial, HumanLegs } from './human-call-dialer';
import { ringingWatchdog } from '../human-call-deadlines';
import type { ReadyCall } from './human-call-eligibility';

interface AdmissionTerms {
  readonly accountId: string;
  readonly carrier: AccountCarrier & { readonly carrier: Carrier };
  readonly rules: CallingRules;
  readonly maxMinutes: number;
  /** The account's trunks, locked; null when its calls go over none. */
  readonly trunks: LockedTrunks | null;
  readonly record: boolean;
}

type AdmittedDial = HumanDial & { readonly changed: HumanCall };

/** Moves human calls to ringing. Each gets a line, two channels where it goes over trunks, and credits where they pay it. */
@Injectable()
export class HumanCallAdmission {
  constructor(
    private readonly clock: Clock,
    private readonly lines: CallingLines,
    private readonly credits: Credits,
    private readonly channels: TrunkChannels,
  ) {}

  /** Dials as many calls as the credits allow; only where credits pay the talk, they bound it. */
  async dial(terms: AdmissionTerms, chosen: readonly ReadyCall[]): Promise<AdmittedDial[]> {
    if (chosen.length === 0) return [];
    const { accountId, rules, trunks, maxMinutes, record } = terms;
    const { capabilities } = terms.carrier;
    const legs = trunks ? await legsOf(trunks, chosen, capabilities.rings) : new Map<string, HumanLegs>();
    const routed = trunks ? chosen.filter(({ call }) => legs.has(call.state.id)) : chosen;
    const minutes = capabilities.usesCredits
      ? await this.#grants(accountId, routed, maxMinutes)
      : routed.map(() => maxMinutes);
    const at = this.clock.now();
    const dials = routed.flatMap((ready, index) => {
      const granted = minutes[index] ?? null;
      const dial = granted === null ? null : dialOf(terms, ready, granted, at);
      return dial ? [{ ...dial, legs: legs.get(dial.call.id) }] : [];
    });
    if (dials.length > 0) {
      await this.lines.occupy({
        accountId,
        kind: 'human',
        test: false,
        at,
        policy: trunks ? { ...rules.policy, recording: record } : rules.policy,
        dials: dials.map(({ call }) => ({ callId: call.id, attempt: DIAL, phoneNumber: call.phoneNumber })),
      });
      await this.channels.take(accountId, rules.localDay(at), dials.flatMap(occupiedLegs));
    }
    return dials;
  }

  async #grants(
    accountId: string,
    chosen: readonly ReadyCall[],
    maxMinutes: number,
  ): Promise<(number | null)[]> {
    const grants = await this.credits.reserve(accountId, ({ humanCall: pricePerMinute }) =>
      chosen.map(({ call }) => ({ subjectId: call.state.id, pricePerMinute, maxMinutes })),
    );
    return grants.map((grant) => grant?.minutes ?? null);
  }
}

/** Moves the call to ringing; null when its state does not allow it. */
function dialOf(
  { carrier: { capabilities, carrier }, maxMinutes, trunks, record }: AdmissionTerms,
  { call, counsellor }: ReadyCall,
  minutes: number,
  at: Date,
): AdmittedDial | null {
  const maxTalkSeconds = minutes * 60;
  const terms: DialTerms = {
    carrier: carrier.name,
    statusUpdates: capabilities.statusUpdates,
    hosted: capabilities.usesCredits,
    maxTalkSeconds,
    creditsLimitTalk: minutes < maxMinutes,
    watchdogAt: ringingWatchdog(at.getTime(), maxTalkSeconds, carrier),
    recording: trunks ? (record ? 'awaited' : 'none') : null,
  };
  return call.dial(terms, at) ? { changed: call, call: call.state, carrier, counsellor, record } : null;
}

/** Allocates both legs of each call that gets channels. Only the first trunk knows an extension. */
async function legsOf(
  trunks: LockedTrunks,
  chosen: readonly ReadyCall[],
  rings: AccountCarrier['capabilities']['rings'],
): Promise<Map<string, HumanLegs>> {
  const contacts = await trunks.route(
    chosen.map(({ call }) => ({ callId: call.state.id, phoneNumber: call.state.phoneNumber })),
  );
  const legs = new Map<string, HumanLegs>();
  for (const [callId, contact] of contacts) {
    const routes = rings === 'sip_extension' ? ([contact.routes[0]] as const) : contact.routes;
    legs.set(callId, { contact, counsellor: { ...contact, id: newId('leg'), routes } });
  }
  return legs;
}

function occupiedLegs({ call, legs, counsellor }: HumanDial) {
  if (!legs) return [];
  const dial = { callId: call.id, attempt: DIAL };
  return [
    { ...dial, leg: legs.counsellor, phoneNumber: counsellor, kind: 'counsellor' as const },
    { ...dial, leg: legs.contact, phoneNumber: call.phoneNumber, kind: 'contact' as const },
  ];
}
