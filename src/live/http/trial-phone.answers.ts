import {
  answer,
  choiceOf,
  constant,
  flag,
  id,
  inline,
  instant,
  listOfPlain,
  nullable,
  text,
  whole,
} from '../../platform/http/answers/answer';
import type { TrialPhones } from '../application/trial-phone/trial-phones';

type View = Awaited<ReturnType<TrialPhones['read']>>;
type WithPassword = Awaited<ReturnType<TrialPhones['create']>>;
type Removed = Awaited<ReturnType<TrialPhones['remove']>>;
type Registration = View['registrations'][number];

const FIELDS = {
  object: constant('trial_phone'),
  trunk_id: nullable(id('trunk', 'Its trunk; null: none is set up.')),
  username: nullable(text('User name of the softphone.')),
  servers: listOfPlain(text('Address.'), 'Where the softphone registers, those for other devices first.'),
  port: whole('Port, for UDP and TCP.'),
  transports: listOfPlain(text('udp, tcp or tls.'), 'What it may use.'),
  domain: text('SIP domain, where the softphone asks for one.'),
  state: choiceOf<View['state']>(
    { none: true, waiting: true, registered: true, failing: true },
    'waiting: for the softphone to register; failing: see problem.',
  ),
  problem: nullable(text('What is wrong.')),
  registrations: listOfPlain(
    inline<Registration>('A registered softphone.', {
      address: text('Address and port, as we see them.'),
      transport: text('udp, tcp or tls.'),
      agent: nullable(text('User-Agent.')),
      process: text('The process with which it registered.'),
      since: instant('Since when.'),
      expires_at: instant('When it ends unless it is renewed.'),
    }),
    'Registered softphones, newest first.',
  ),
  agent_id: nullable(id('agent', 'The agent that answers it; null: the default agent.')),
};

const EXAMPLE: View = {
  object: 'trial_phone',
  trunk_id: 'trunk_01kaf5v7m2q9x3t8w4z6c1b0dn',
  username: 'trial-k7m2q9',
  servers: ['192.168.1.5', '127.0.0.1'],
  port: 5060,
  transports: ['udp', 'tcp'],
  domain: 'aics',
  state: 'registered',
  problem: null,
  registrations: [
    {
      address: '192.168.1.7:5060',
      transport: 'udp',
      agent: 'baresip v1.0.0',
      process: '0.0.0.0:5060',
      since: '2026-11-20T09:16:02.000Z',
      expires_at: '2026-11-20T09:21:02.000Z',
    },
  ],
  agent_id: null,
};

export const TRIAL_PHONE = answer<View>(
  'TrialPhone',
  'The softphone of an account without a carrier.',
  FIELDS,
  EXAMPLE,
);

export const NEW_TRIAL_PHONE = answer<WithPassword>(
  'NewTrialPhone',
  'A trial phone with its password, which is shown this once.',
  { ...FIELDS, password: text('Password of the softphone.') },
  { ...EXAMPLE, state: 'waiting', registrations: [], password: 'h2m9kq4v7xw3t8z6c5b4n3d2fa' },
);

export const REMOVED_TRIAL_PHONE = answer<Removed>(
  'RemovedTrialPhone',
  'A trial phone that is removed.',
  { object: constant('trial_phone'), trunk_id: id('trunk', 'Its trunk.'), deleted: flag('Always true.') },
  { object: 'trial_phone', trunk_id: 'trunk_01kaf5v7m2q9x3t8w4z6c1b0dn', deleted: true },
);
