import type { Json } from '../../domain/fitted';
import type { Caller } from '../../domain/api';
import { type ToolRow, withContact } from '../tool';
import { newCall, readingRows } from './call-rows';

async function previewHumanCall(caller: Caller, args: Json): Promise<Json> {
  const sent = withContact(args);
  const { counsellor_id: _id, counsellor_email: _email, phone_number: _number, ...rest } = sent;
  const body = { ...sent, dry_run: true };
  const call = await caller.send({ method: 'POST', path: '/human-calls', body });
  return {
    action: "This rings the counsellor's phone, then the contact's.",
    counsellor: call['counsellor'],
    phone_number: call['phone_number'],
    status_reason: call['status_reason'] ?? null,
    ...rest,
  };
}

export const PEOPLE_TOOLS: readonly ToolRow[] = [
  ...readingRows({
    kind: 'human_call',
    path: '/human-calls',
    operation: 'listHumanCalls',
    idPrefix: 'hcall',
    list: 'Finds calls between counsellors and contacts, newest first. Free.',
    read: 'Reads one human call with its disposition and analysis. Free.',
  }),
  {
    name: 'list_counsellors',
    title: 'List counsellors',
    description: 'Lists the people who can take human calls. Free.',
    scopes: ['calls:read', 'counsellors:manage'],
    hasPersonalText: true,
    run: (caller) => caller.get('/counsellors'),
  },
  newCall(
    {
      name: 'start_human_call',
      title: 'Start a human call',
      description:
        "Rings a counsellor's phone, then connects the contact. Costs as the account's carrier does. Needs a confirmation.",
    },
    'queueHumanCall',
    '/human-calls',
    previewHumanCall,
  ),
];
