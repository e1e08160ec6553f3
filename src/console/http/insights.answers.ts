import {
  answer,
  constant,
  decimal,
  inline,
  listOfPlain,
  nullable,
  text,
  whole,
} from '../../platform/http/answers/answer';
import type { Insights } from '../application/insights';
import { COUNTS } from './home.answers';

type View = Awaited<ReturnType<Insights['views']['view']>>;

const talkMinutes = decimal('Minutes of talk.', { minimum: 0 });
const credits = decimal('Credits that they cost.', { minimum: 0 });

export const INSIGHTS = answer<View>(
  'Insights',
  'What the figures of Home are compared with; test calls never count. At most 5 s old.',
  {
    object: constant('insights'),
    previous: inline<View['previous']>(
      'As many days before them; of days that are not over only the same part.',
      {
        ...COUNTS,
        connect_rate: nullable(
          decimal('connected of both, 0 to 1; null for none.', { minimum: 0, maximum: 1 }),
        ),
        talk_minutes: talkMinutes,
      },
    ),
    hours: listOfPlain(
      inline<View['hours'][number]>('An hour.', { hour: whole('0 to 23, of the local clock.'), ...COUNTS }),
      'Each hour, of all days together.',
    ),
    agents: listOfPlain(
      inline<View['agents'][number]>('Calls of an agent.', {
        agent: inline<View['agents'][number]['agent']>('The agent.', {
          id: text('Id.'),
          name: text('Name.'),
        }),
        ...COUNTS,
        talk_minutes: talkMinutes,
        credits,
      }),
      'The agent with the most calls first.',
    ),
    outcomes: listOfPlain(
      inline<View['outcomes'][number]>('A label.', {
        disposition: text('The label.'),
        count: whole('Calls.'),
        credits,
      }),
      'Labels of the outcomes, the most frequent first.',
    ),
    test_calls: whole('Test calls of these days, which no figure counts.'),
    failed_events: whole('Events of the last 24 hours that the webhook was sent and did not accept.'),
  },
  {
    object: 'insights',
    previous: { connected: 30, not_connected: 20, connect_rate: 0.6, talk_minutes: 71 },
    hours: [{ hour: 9, connected: 12, not_connected: 4 }],
    agents: [
      {
        agent: { id: 'agent_01kaf5t2c8e4r6y0u2i4o6p8as', name: 'Asha' },
        connected: 42,
        not_connected: 18,
        talk_minutes: 91.5,
        credits: 612.5,
      },
    ],
    outcomes: [{ disposition: 'Interested', count: 17, credits: 221 }],
    test_calls: 2,
    failed_events: 0,
  },
);
