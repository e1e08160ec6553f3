import type { Json } from '../../domain/fitted';
import { type Caller, envelopeOf, nullForMissingScope, Refusal, segment } from '../../domain/api';
import type { ToolRow } from '../tool';

const NUMBER = {
  phone_number: {
    type: 'string',
    description: 'The number in E.164, such as +919876540001.',
    required: true,
  },
} as const;

/** The do-not-call entry of a number, or none, however the number is written. */
async function entriesOf(caller: Caller, number: unknown): Promise<readonly Json[]> {
  const list = await caller.get('/do-not-call', { phone_number: number });
  return list['data'] as readonly Json[];
}

async function checkNumber(caller: Caller, { phone_number: number }: Json): Promise<Json> {
  const waiting = await caller.get('/calls', { phone_number: number, status: 'queued', limit: 1 });
  const [call] = waiting['data'] as readonly Json[];
  const [entry] = await entriesOf(caller, number);
  return { phone_number: number, do_not_call: entry ?? null, waiting_call: call ?? null };
}

/** A key that may not read the list gets a confirmation without the entry. */
async function previewRemoval(caller: Caller, { phone_number: number }: Json): Promise<Json> {
  const entries = await entriesOf(caller, number).catch(nullForMissingScope);
  if (entries?.length === 0)
    throw new Refusal(envelopeOf('not_found', 'This number is not on the do-not-call list.'));
  return {
    action: 'This lets a number be called again whose contact asked not to be called.',
    phone_number: number,
    do_not_call: entries?.[0] ?? null,
  };
}

export const ACCOUNT_TOOLS: readonly ToolRow[] = [
  {
    name: 'get_credits',
    title: 'Read credits',
    description: 'Reads the balance, what is reserved, and prices. Free.',
    scopes: ['calls:read'],
    run: (caller) => caller.get('/credits'),
  },
  {
    name: 'list_numbers',
    title: 'List own numbers',
    description: "Lists the account's own numbers: contacts see them, and agents answer calls to them. Free.",
    scopes: ['calls:read'],
    run: (caller) => caller.get('/numbers'),
  },
  {
    name: 'check_number',
    title: 'Check a number',
    description: 'Says whether a number is on the do-not-call list, and which call waits for it. Free.',
    scopes: ['calls:read'],
    own: NUMBER,
    hasPersonalText: true,
    run: checkNumber,
  },
  {
    name: 'list_deliveries',
    title: 'List webhook deliveries',
    description:
      'Lists attempts to deliver events to the webhook, newest first, with what the endpoint answered. Free.',
    scopes: ['webhooks:manage'],
    operation: 'listDeliveries',
    hasPersonalText: true,
    run: (caller, args) => caller.get('/webhook/deliveries', args),
  },
  {
    name: 'add_do_not_call',
    title: 'Add to the do-not-call list',
    description:
      'Puts a number on the do-not-call list: it is called no more, and its waiting calls fail. Free.',
    scopes: ['calls:write'],
    own: NUMBER,
    acts: { isIdempotent: true, preview: null },
    run: (caller, { phone_number: number }) =>
      caller.send({ method: 'PUT', path: `/do-not-call/${segment(number)}` }),
  },
  {
    name: 'remove_do_not_call',
    title: 'Take off the do-not-call list',
    description:
      'Takes a number off the do-not-call list, so that it may be called again. Free; needs a confirmation.',
    scopes: ['calls:write'],
    own: NUMBER,
    acts: {
      isDestructive: true,
      preview: previewRemoval,
    },
    run: (caller, { phone_number: number }) =>
      caller.send({ method: 'DELETE', path: `/do-not-call/${segment(number)}` }),
  },
];
