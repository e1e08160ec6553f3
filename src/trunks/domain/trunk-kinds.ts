import { NUMBER_FORMATS } from './number-format';
import * as read from './option-readers';
import { registeringDefaults, registeringProblem } from './registering';
import type { OptionValue } from './option-readers';
import {
  allow,
  choice,
  common,
  option,
  type OptionsChange,
  type OptionValues,
  secret,
  type TrunkOption,
  yesNo,
} from './trunk-options';

interface TrunkKindEntry {
  readonly options: readonly TrunkOption[];
  /** The problem of options that are valid by themselves; null: none. `secrets`: the names of those that are set. */
  readonly problem: (options: OptionValues, secrets: ReadonlySet<string>) => string | null;
  /** Why a change of these options is refused: the command exits with 1, not with 2 as for `problem`. */
  readonly changeProblem?: (change: OptionsChange) => string | null;
  /** Defaults that depend on what is given. */
  readonly defaults?: (given: OptionValues) => OptionValues;
  /** Callers reach us over the web, at an address with a token. */
  readonly web: boolean;
}

const SIP: TrunkKindEntry = {
  web: false,
  options: [
    ...common(5),
    option(
      'server',
      '<host[:port]|registers>',
      'where calls are sent; may be repeated, tried in order; registers: phones register here',
      read.server,
      { required: true, repeatable: true },
    ),
    option(
      'domain',
      '<domain>',
      "of Request-URI, To, From and REGISTER (the first server's host)",
      read.host,
    ),
    choice('transport', ['udp', 'tcp', 'tls'], 'how messages travel (registers: any)'),
    yesNo('tls_verify', "check the server's certificate", true),
    option('tls_ca', '<file>', 'certificates in PEM to trust instead', read.certificates, { file: true }),
    option('tls_cert', '<file>', 'our certificate in PEM, for servers that ask for one', read.certificates, {
      file: true,
    }),
    option('tls_key', '<file>', 'the key of our certificate, in PEM', read.privateKey, {
      file: true,
      secret: true,
    }),
    choice('srtp', ['off', 'required'], 'encrypt the audio; needs --transport tls'),
    option('username', '<name>', 'of the digest, and of From', read.word),
    secret('password', 'of the digest'),
    option('auth_username', '<name>', 'of the digest, when it is another', read.word),
    yesNo('register', 'register with the server', false),
    option('expires', '<seconds>', 'of a registration', read.whole(60, 3_600), { default: 300 }),
    option(
      'keep_alive',
      '<seconds>',
      'between two OPTIONS to each server; 0 for none',
      read.whole(10, 300, 0),
      {
        default: 30,
      },
    ),
    choice('number_format', NUMBER_FORMATS, 'how numbers are written'),
    option('country', '<cc>', 'whose numbers are national, such as IN or 91', read.country),
    option('prefix', '<digits>', 'before each number that is called', read.prefix),
    yesNo('user_phone', 'write ;user=phone', true),
    choice('from_user', ['caller-id', 'username'], 'user of From'),
    option('from_domain', '<domain>', 'domain of From (as --domain)', read.host),
    choice('identity', ['none', 'pai'], 'send P-Asserted-Identity'),
    option('codecs', '<list>', 'in the order of the offer', read.someOf(['pcma', 'pcmu']), {
      default: ['pcma', 'pcmu'],
    }),
    choice('dtmf', ['rfc4733', 'info'], 'how keys are sent'),
    choice('digest', ['md5', 'sha-256', 'both'], 'asked of phones that register here'),
    allow(
      'sources of new requests (sip: the servers; registers: SIP_LOCAL_NETS), of callbacks (exotel: any)',
    ),
    option('media_sources', '<cidr,…>', 'further sources of RTP', read.networks),
    option(
      'public_address',
      '<ip|none>',
      "ours in Via, Contact and SDP; none: the route's own",
      read.addressOrNone,
    ),
    option(
      'session_timer',
      '<seconds>',
      'Session-Expires of our INVITEs; 0 for none',
      read.whole(90, 7_200, 0),
      {
        default: 1_800,
      },
    ),
    choice('prack', ['auto', 'off'], 'auto: offer 100rel, PRACK and UPDATE'),
    choice('did', ['ruri', 'to'], 'where the called number stands'),
  ],
  problem: (options, secrets) => {
    if (options['number_format'] === 'national' && options['country'] === null)
      return '--number-format national needs --country.';
    if ((options['tls_cert'] === null) === secrets.has('tls_key'))
      return '--tls-cert and --tls-key belong together.';
    const needsUser = options['register'] === true ? '--register yes' : '--from-user username';
    if (options['username'] === null && (options['register'] === true || options['from_user'] === 'username'))
      return `${needsUser} needs --username.`;
    return null;
  },
  changeProblem: (change) => encryptionProblem(change.after) ?? registeringProblem(change),
  defaults: registeringDefaults,
};

function encryptionProblem({ srtp, transport }: OptionValues): string | null {
  if (srtp !== 'required' || transport === 'tls') return null;
  return '--srtp required needs --transport tls: the keys are in its messages.';
}

const cloud = (url: string, options: readonly TrunkOption[]): TrunkKindEntry => ({
  web: true,
  options: [
    ...common(1),
    ...options,
    option('base_url', '<url>', "the carrier's API", read.baseUrl, { default: url }),
  ],
  problem: () => null,
});

const REQUIRED = { required: true } as const;
const accountSid = option('account_sid', '<sid>', 'the account there', read.word, REQUIRED);
const authToken = secret('auth_token', 'of the API, and of signatures', REQUIRED);

/**
 * Every kind of trunk. A new cloud carrier is an entry here, with its options and the address of its API, and an adapter
 * of the same name.
 */
export const TRUNK_KINDS = {
  sip: SIP,
  exotel: cloud('https://api.in.exotel.com', [
    accountSid,
    option('api_key', '<key>', 'of the API', read.word, REQUIRED),
    secret('api_token', 'of the API', REQUIRED),
    choice('call_type', ['trans', 'promo'], 'CallType of AI calls'),
    allow('sources of callbacks (any)'),
  ]),
  plivo: cloud('https://api.plivo.com', [
    option('auth_id', '<id>', 'the account there', read.word, REQUIRED),
    authToken,
  ]),
  twilio: cloud('https://api.twilio.com', [accountSid, authToken]),
} as const satisfies Readonly<Record<string, TrunkKindEntry>>;

export type TrunkKind = keyof typeof TRUNK_KINDS;

export function entryOf(kind: TrunkKind): TrunkKindEntry {
  return TRUNK_KINDS[kind];
}

export type CloudKind = Exclude<TrunkKind, 'sip'>;

export const TRUNK_KIND_NAMES = Object.keys(TRUNK_KINDS) as readonly TrunkKind[];

export function optionsOf(kind: TrunkKind): readonly TrunkOption[] {
  return TRUNK_KINDS[kind].options;
}

/** The default of an option; undefined: the kind has no such option. */
export function defaultOf(kind: TrunkKind, name: string): OptionValue | undefined {
  return optionsOf(kind).find((known) => known.name === name)?.default;
}
