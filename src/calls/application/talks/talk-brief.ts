import type { CallableAgent } from '../../../agents';
import type { TalkBrief } from '../../../shared-kernel/talk';
import type { ProvidedValues } from '../../../tools';
import { SOFTPHONE } from '../../../shared-kernel/softphone';
import type { CallState } from '../../domain/call-state';

export type TalkTerms = Pick<TalkBrief, 'now' | 'timeZone' | 'accountName' | 'notice'>;

/** The facts of the talk that the agent's prompt contains. */
export function talkOf(
  call: CallState,
  agent: CallableAgent,
  { now, timeZone, accountName, notice }: TalkTerms,
  provided: ProvidedValues = {},
): TalkBrief {
  const script = agent.fill(valuesOf(call, provided), now, timeZone);
  return {
    ...script,
    openingLine: notice === null ? script.openingLine : `${notice} ${script.openingLine}`,
    notice,
    contactName: call.contactName,
    now,
    timeZone,
    direction: call.direction ?? 'outbound',
    accountName,
    maxSeconds: call.maxTalkSeconds ?? 0,
    ...(call.phoneNumber === SOFTPHONE && { isTrial: true as const }),
  };
}

/** The call's own variables have precedence over values that tools provide. */
export function valuesOf(call: CallState, provided: ProvidedValues = {}) {
  const contact = { name: call.contactName, email: call.contactEmail };
  return { contact, variables: { ...provided, ...call.variables } };
}
