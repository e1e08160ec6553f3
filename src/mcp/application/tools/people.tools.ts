import type { Json } from '../../domain/fitted';
import { type Caller, segment } from '../../domain/api';
import { type ActionArguments, FLAT_CONTACT, keyOf, type ToolRow, withContact } from '../tool';
import { findListed } from './number';

async function previewHumanCall(caller: Caller, args: Json): Promise<Json> {
  const { counsellor_id: id, counsellor_email: email, phone_number: number, ...rest } = withContact(args);
  const counsellor = typeof id === 'string' ? await caller.get(`/counsellors/${segment(id)}`) : null;
  return {
    action: "This rings the counsellor's phone, then the contact's.",
    counsellor: counsellor ? { id, name: counsellor['name'] } : { email },
    phone_number: number,
    do_not_call: await findListed(caller, number),
    ...rest,
  };
}

export const PEOPLE_TOOLS: readonly ToolRow[] = [
  {
    name: 'list_human_calls',
    title: 'List human calls',
    description: 'Finds calls between counsellors and contacts, newest first. Free.',
    scope: 'calls:read',
    operation: 'listHumanCalls',
    hasWords: true,
    run: (caller, args) => caller.get('/human-calls', args),
  },
  {
    name: 'get_human_call',
    title: 'Read a human call',
    description: 'Reads one human call with its disposition and analysis. Free.',
    scope: 'calls:read',
    own: {
      human_call_id: { type: 'string', description: 'The id of the human call, hcall_….', required: true },
    },
    hasWords: true,
    run: (caller, { human_call_id: id }) => caller.get(`/human-calls/${segment(id)}`),
  },
  {
    name: 'list_counsellors',
    title: 'List counsellors',
    description: 'Lists the people who can take human calls. Free.',
    scope: 'calls:read',
    run: (caller) => caller.get('/counsellors'),
  },
  {
    name: 'start_human_call',
    title: 'Start a human call',
    description:
      "Rings a counsellor's phone, then connects the contact. Costs as the account's carrier does. Needs a confirmation.",
    scope: 'calls:write',
    operation: 'queueHumanCall',
    own: FLAT_CONTACT,
    without: ['contact'],
    acts: { isOpenWorld: true, preview: previewHumanCall },
    run: (caller, args: ActionArguments) =>
      caller.send({ method: 'POST', path: '/human-calls', body: withContact(args), ...keyOf(args) }),
  },
];
