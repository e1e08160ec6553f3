import { answer, constant, flag, id, listOf, nullable, phone } from '../../platform/http/answers/answer';
import type { Numbers } from '../application/numbers';

type OwnNumberView = Awaited<ReturnType<Numbers['ofAccount']>>[number];

const ACCOUNT_NUMBER = answer<OwnNumberView>(
  'AccountNumber',
  'A number of the account: contacts see it, and may call it.',
  {
    object: constant('number'),
    phone_number: phone('The number, in E.164.'),
    agent_id: nullable(id('agent', 'The agent that answers calls to it; null when nobody does.')),
    is_default: flag("Whether it is the account's default; one of its numbers is."),
  },
  {
    object: 'number',
    phone_number: '+912248001000',
    agent_id: 'agent_01kaf5t2c8e4r6y0u2i4o6p8as',
    is_default: true,
  },
);

export const NUMBER_LIST = listOf(ACCOUNT_NUMBER, { paged: false });
