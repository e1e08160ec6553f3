import { formatInstant } from '../../platform/kernel/instant';
import type { AccountNumber } from '../domain/account-number';
import { optionValues, type TrunkState } from '../domain/trunk';
import type { OptionValue } from '../domain/option-readers';
import { registersHere } from '../domain/registering';
import { optionsOf } from '../domain/trunk-kinds';
import type { TrunkStanding } from '../infrastructure/media-process.repository';
import type { LineQualityView } from './line-figures';
import type { TrunkUse } from '../infrastructure/trunk.repository';

/** Secrets are named and never shown. */
export function trunkView(
  trunk: TrunkState,
  standings: readonly TrunkStanding[],
  use: TrunkUse,
  quality: LineQualityView | null,
) {
  const { id, kind, name } = trunk;
  return {
    id,
    kind,
    name,
    ...optionsView(trunk),
    state: standings.map(({ process, mediaOrigin, state, reason, since }) => ({
      process,
      media_origin: mediaOrigin,
      state,
      reason,
      since: formatInstant(since),
    })),
    quality,
    channels_in_use: use.channelsInUse,
    accounts: use.accounts,
    numbers: use.numbers,
    inbound_url: inboundUrl(trunk, standings),
    ...(registersHere(trunk.options) && { registrations: registrationsOf(standings) }),
  };
}

/** The registrations in all processes. */
export function registrationsOf(standings: readonly TrunkStanding[]) {
  return standings.flatMap(({ process, phones }) =>
    (phones?.registrations ?? []).map(({ address, transport, agent, since, expiresAt }) => ({
      address,
      transport,
      agent,
      process,
      since,
      expires_at: expiresAt,
    })),
  );
}

/** The options in the order of the kind's table. */
function optionsView(trunk: TrunkState): Record<string, OptionValue> {
  const values = new Map(Object.entries(optionValues(trunk)));
  return Object.fromEntries(
    optionsOf(trunk.kind).map(({ name, secret }) =>
      secret ? [`${name}_set`, Object.hasOwn(trunk.secrets, name)] : [name, values.get(name) ?? null],
    ),
  );
}

/** At the origin of the oldest live process; null without one, and for sip. */
function inboundUrl({ kind, inboundToken }: TrunkState, standings: readonly TrunkStanding[]): string | null {
  const origin = standings[0]?.mediaOrigin ?? null;
  return origin === null || inboundToken === null
    ? null
    : `${origin}/telephony/${kind}/${inboundToken}/inbound`;
}

export function numberView(number: AccountNumber) {
  return {
    phone_number: number.phoneNumber,
    account: number.accountId,
    trunk: number.trunkId,
    agent_id: number.agentId,
    is_default: number.isDefault,
    outbound: number.outbound,
    created_at: formatInstant(number.createdAt),
  };
}

export function ownNumberView({ phoneNumber, agentId, isDefault }: AccountNumber) {
  return {
    object: 'number' as const,
    phone_number: phoneNumber,
    agent_id: agentId,
    is_default: isDefault,
  };
}
