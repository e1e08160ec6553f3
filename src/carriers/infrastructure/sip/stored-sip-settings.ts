import { own } from '../../../platform/kernel/own';
import { callingCodeOf } from '../../../platform/phone-number';
import type { Codec } from '../../../sip';
import { type NUMBER_FORMATS, type TrunkState, optionValues, registersHere } from '../../../trunks';
import type { SipSettings } from './sip-settings';

/** The realm of a trunk with which phones register, if the trunk has no domain. */
const REALM = 'aics';
const ALGORITHMS: Readonly<Record<string, readonly ('MD5' | 'SHA-256')[]>> = {
  md5: ['MD5'],
  'sha-256': ['SHA-256'],
  both: ['SHA-256', 'MD5'],
};

/** null when the trunk has none. */
type OpenSecret = (option: string) => string | null;

/** The options were checked when they were set. */
export function storedSipSettings(trunk: TrunkState, open: OpenSecret): SipSettings {
  const values = optionValues(trunk);
  const text = (name: string) => {
    const value = own(values, name);
    return typeof value === 'string' ? value : null;
  };
  const texts = (name: string) => {
    const value = own(values, name);
    return value instanceof Array ? value.map(String) : null;
  };
  const phones = registersHere(trunk.options);
  const servers = phones ? [] : (texts('server') ?? []);
  const domain = text('domain') ?? (phones ? REALM : hostOf(servers[0] ?? ''));
  const username = text('username');
  const password = open('password');
  return {
    servers,
    domain,
    transport: (text('transport') ?? 'udp') as SipSettings['transport'],
    tlsVerify: values['tls_verify'] === true,
    tlsCa: text('tls_ca'),
    tlsIdentity: identityOf(text('tls_cert'), open('tls_key')),
    isSrtpRequired: text('srtp') === 'required',
    username,
    credentials:
      phones || username === null || password === null
        ? null
        : { username: text('auth_username') ?? username, password },
    register: values['register'] === true,
    expiresSeconds: Number(values['expires']),
    keepAliveSeconds: Number(values['keep_alive']),
    numbers: numbersOf(text),
    userPhone: values['user_phone'] === true,
    fromUser: text('from_user') as SipSettings['fromUser'],
    fromDomain: text('from_domain') ?? domain,
    identity: text('identity') as SipSettings['identity'],
    codecs: (texts('codecs') ?? []) as Codec[],
    dtmf: text('dtmf') as SipSettings['dtmf'],
    allow: texts('allow'),
    mediaSources: texts('media_sources') ?? [],
    publicAddress: publicAddressOf(text('public_address')),
    sessionSeconds: Number(values['session_timer']),
    prack: text('prack') !== 'off',
    did: text('did') as SipSettings['did'],
    phones: phones ? phonesOf(trunk, domain, password) : null,
    callerId: trunk.callerId,
  };
}

function identityOf(cert: string | null, key: string | null): SipSettings['tlsIdentity'] {
  return cert === null || key === null ? null : { cert, key };
}

function publicAddressOf(address: string | null): SipSettings['publicAddress'] {
  return address === 'none' ? null : (address ?? undefined);
}

function numbersOf(text: (name: string) => string | null): SipSettings['numbers'] {
  const country = text('country');
  return {
    format: text('number_format') as (typeof NUMBER_FORMATS)[number],
    callingCode: country === null ? null : callingCodeOf(country),
    prefix: text('prefix'),
  };
}

function hostOf(server: string): string {
  return server.split(':', 1)[0] ?? '';
}

/** null without name and password, which the trunk was checked for. */
function phonesOf(trunk: TrunkState, realm: string, password: string | null): SipSettings['phones'] {
  const { username, digest, transport } = trunk.options;
  if (typeof username !== 'string' || password === null) return null;
  return {
    username,
    password,
    realm,
    algorithms: own(ALGORITHMS, String(digest)) ?? ['MD5'],
    transport: (transport ?? null) as 'udp' | 'tcp' | 'tls' | null,
    trialOf: trunk.trialOf,
  };
}
