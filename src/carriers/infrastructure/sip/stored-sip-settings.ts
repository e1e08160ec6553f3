import { own } from '../../../platform/kernel/own';
import { callingCodeOf } from '../../../platform/phone-number';
import type { Codec } from '../../../sip';
import { type NUMBER_FORMATS, type TrunkState, optionValues } from '../../../trunks';
import type { SipSettings } from './sip-settings';

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
  const servers = texts('server') ?? [];
  const domain = text('domain') ?? hostOf(servers[0] ?? '');
  const username = text('username');
  const password = open('password');
  const country = text('country');
  const publicAddress = text('public_address');
  return {
    servers,
    domain,
    transport: text('transport') as SipSettings['transport'],
    tlsVerify: values['tls_verify'] === true,
    tlsCa: text('tls_ca'),
    username,
    credentials:
      username === null || password === null
        ? null
        : { username: text('auth_username') ?? username, password },
    register: values['register'] === true,
    expiresSeconds: Number(values['expires']),
    keepAliveSeconds: Number(values['keep_alive']),
    numbers: {
      format: text('number_format') as (typeof NUMBER_FORMATS)[number],
      callingCode: country === null ? null : callingCodeOf(country),
      prefix: text('prefix'),
    },
    userPhone: values['user_phone'] === true,
    fromUser: text('from_user') as SipSettings['fromUser'],
    fromDomain: text('from_domain') ?? domain,
    identity: text('identity') as SipSettings['identity'],
    codecs: (texts('codecs') ?? []) as Codec[],
    dtmf: text('dtmf') as SipSettings['dtmf'],
    allow: texts('allow'),
    mediaSources: texts('media_sources') ?? [],
    publicAddress: publicAddress === 'none' ? null : (publicAddress ?? undefined),
    did: text('did') as SipSettings['did'],
  };
}

function hostOf(server: string): string {
  return server.split(':', 1)[0] ?? '';
}
