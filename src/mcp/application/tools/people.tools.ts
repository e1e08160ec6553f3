import type { Json } from '../../domain/fitted';
import { type Caller, segment } from '../../domain/api';
import { type ToolRow, withContact } from '../tool';
import { newCall, readingRows } from './call-rows';
import { mustBeCallable } from './number';

async function previewHumanCall(caller: Caller, args: Json): Promise<Json> {
  const { counsellor_id: id, counsellor_email: email, phone_number: number, ...rest } = withContact(args);
  await mustBeCallable(caller, number);
  const counsellor = typeof id === 'string' ? await caller.get(`/counsellors/${segment(id)}`) : null;
  return {
    action: "This rings the counsellor's phone, then the contact's.",
    counsellor: counsellor ? { id, name: counsellor['name'] } : { email },
    phone_number: number,
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
