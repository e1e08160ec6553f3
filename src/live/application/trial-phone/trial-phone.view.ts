import { registrationsOf, type TrialTrunk } from '../../../trunks';

/** The realm of trial phones; a softphone may name any domain. */
const DOMAIN = 'aics';
const NO_PROCESS = 'no media process is running';
const NO_SOUND = 'no sound came: open RTP_PORTS';

interface Place {
  readonly servers: readonly string[];
  readonly port: number;
  readonly transports: readonly string[];
}

type TrialPhoneState = 'none' | 'waiting' | 'registered' | 'failing';

/** @param lastLegReceivedNoAudio of the last answered call, by RTP */
export function trialPhoneView(trunk: TrialTrunk, place: Place, lastLegReceivedNoAudio: boolean) {
  const problem = problemOf(trunk, lastLegReceivedNoAudio);
  const isRegistered = trunk.standings.some(({ state }) => state === 'up' || state === 'failing');
  const state: TrialPhoneState = problem !== null ? 'failing' : isRegistered ? 'registered' : 'waiting';
  return {
    object: 'trial_phone' as const,
    trunk_id: trunk.id as string | null,
    username: trunk.username as string | null,
    ...place,
    domain: DOMAIN,
    state: state as TrialPhoneState,
    problem,
    registrations: registrationsOf(trunk.standings),
    agent_id: trunk.agentId,
  };
}

export function noTrialPhone(place: Place): ReturnType<typeof trialPhoneView> {
  return {
    object: 'trial_phone',
    trunk_id: null,
    username: null,
    ...place,
    domain: DOMAIN,
    state: 'none',
    problem: null,
    registrations: [],
    agent_id: null,
  };
}

function problemOf({ standings, enabled }: TrialTrunk, lastLegReceivedNoAudio: boolean): string | null {
  if (!enabled) return 'the operator turned trial phones off';
  if (standings.length === 0) return NO_PROCESS;
  if (standings.some(({ state }) => state === 'up' || state === 'failing'))
    return lastLegReceivedNoAudio ? NO_SOUND : null;
  const opening = standings.find(({ reason }) => /^(?:port|SIP_TLS_CERT) /.test(reason ?? ''))?.reason;
  if (opening != null) return opening.startsWith('port ') ? `${opening}: set SIP_PORT` : opening;
  const from = standings.find(({ phones }) => phones?.refusedFrom != null)?.phones?.refusedFrom;
  return from == null ? null : `wrong password from ${from}`;
}
