import { answer, choice, choiceOf, optional, text, withExample } from '../http/answers/answer';
import type { Config } from '../config/config';

export const LIVE = answer<{ status: string }>(
  'Liveness',
  'The process runs.',
  { status: choice(['ok'], 'Always ok.') },
  { status: 'ok' },
);

interface ReadinessView {
  status: string;
  role: Config['role'];
  database: string;
  model?: string;
  telephony?: string;
}

export const READY = answer<ReadinessView>(
  'Readiness',
  'Whether the process can work.',
  {
    status: choice(
      ['ok', 'unavailable', 'ending'],
      'All but ok come with 503. ending: the process was asked to stop; what goes on still has its time.',
    ),
    role: choiceOf<Config['role']>(
      { all: true, api: true, worker: true, media: true },
      'What the process does.',
    ),
    database: choice(
      ['ok', 'not replicating', 'no answer'],
      'Whether the database answers. not replicating: its standby is away, and it takes no writes; reads go on.',
    ),
    model: optional(text('How the language model is, where one is used; the service can do without it.')),
    telephony: optional(
      text(
        'How the trunks are, where there are any: ok, or which are down. In processes with real calls alone.',
      ),
    ),
  },
  { status: 'ok', role: 'all', database: 'ok' },
);

export const NOT_READY = withExample(READY, { status: 'unavailable', role: 'all', database: 'no answer' });
