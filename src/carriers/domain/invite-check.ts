import { type LegFailure, classifyFailure } from './cause-map';
import { redactDigits, type TrunkCheck } from './trunk-check';

export type InviteProbeResult =
  /** `confirmed`: the far side confirmed that the phone stopped ringing. */
  | { readonly kind: 'rang' | 'answered'; readonly confirmed: boolean }
  /** `statusLine`: the last response, such as `403 Forbidden`; null without one. */
  | { readonly kind: 'failed'; readonly event: LegFailure; readonly statusLine: string | null };

const UNCONFIRMED = ' The server did not confirm that: the phone may be in a call for a while.';

/** Only a phone that rings or answers is a proof. */
export function inviteCheck(end: InviteProbeResult): TrunkCheck {
  if (end.kind === 'failed') return { name: 'invite', ok: false, message: failure(end) };
  const what =
    end.kind === 'rang'
      ? 'The phone rang, and the call was taken back.'
      : 'The phone was answered, and the call was hung up.';
  return { name: 'invite', ok: true, message: `${what}${end.confirmed ? '' : UNCONFIRMED}` };
}

function failure({ event, statusLine: response }: Extract<InviteProbeResult, { kind: 'failed' }>): string {
  const { outcome } = classifyFailure(event);
  const answer = response === null ? '' : ` The server answered ${redactDigits(response)}.`;
  if (event.type === 'ring_timeout') return 'Nothing rang in time, and the call was taken back.';
  if (outcome.kind === 'refused') return `The carrier refused: ${outcome.reason}.${answer}${hint(event)}`;
  if (outcome.cause === 'busy') {
    return `The phone is busy or declined.${answer} The trunk carried the call: try it with another phone.`;
  }
  if (outcome.cause === 'no_answer') {
    return `${outcome.reason ?? 'The phone cannot be reached now.'}${answer} Try it with another phone.`;
  }
  return `${outcome.reason ?? 'The call failed.'}${answer}${hint(event)}`;
}

function hint(event: LegFailure): string {
  if (event.type !== 'sip') return '';
  switch (event.status) {
    case 401:
    case 407:
      return ' Check --username, --auth-username and --password.';
    case 402:
    case 403:
      return ' Check with the provider: the number to call from, this machine’s address, the balance, the country.';
    case 404:
    case 484:
      return ' Check --number-format, --country and --prefix, and the number.';
    case 488:
    case 606:
      return ' Check --codecs.';
    default:
      return '';
  }
}
