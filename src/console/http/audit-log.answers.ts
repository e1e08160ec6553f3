import {
  answer,
  choiceOf,
  constant,
  id,
  inline,
  instant,
  listOf,
  listOfPlain,
  nullable,
  text,
  whole,
} from '../../platform/http/answers/answer';
import type { AuditLog } from '../application/audit-log';

type Entry = Awaited<ReturnType<AuditLog['list']>>['data'][number];

const ENTRY = answer<Entry>(
  'AuditEntry',
  'One change, sign-in or failed sign-in.',
  {
    object: constant('audit_entry'),
    id: id('aud', 'Id.'),
    at: instant('When; of repeated failures the first.'),
    who: inline<Entry['who']>('Who did it.', {
      kind: choiceOf<Entry['who']['kind']>(
        { login: true, key: true, operator: true },
        'operator: by a command.',
      ),
      id: nullable(text('Of the login or key; null for the operator.')),
      name: text('Name.'),
      email: nullable(text('Of a login.')),
    }),
    action: text('The operation id, or the command; consoleSignInFailed for a wrong password.'),
    subject_id: nullable(text('What was changed; a phone number by its last four digits.')),
    fields: listOfPlain(text('A field.'), 'Names of the fields that were sent, without values.'),
    address: nullable(text('Where it came from; null for a command.')),
    count: whole('How often; failures of an hour are one entry.', { minimum: 1 }),
    via: nullable(choiceOf<'mcp'>({ mcp: true }, 'mcp: by an assistant; null: by a request of its own.')),
  },
  {
    object: 'audit_entry',
    id: 'aud_01kaf5v7m2q9x3t8w4z6c1b0dn',
    at: '2026-11-20T09:15:00.123Z',
    who: {
      kind: 'login',
      id: 'login_01kaf5s1w3e5r7t9y2u4i6o8p0',
      name: 'Meera Nair',
      email: 'meera@example.com',
    },
    action: 'consoleChangeMember',
    subject_id: 'csl_01kaf5s1w3e5r7t9y2u4i6o8p0',
    fields: ['roles'],
    address: '203.0.113.7',
    count: 1,
    via: null,
  },
);

export const AUDIT_LOG = listOf(ENTRY, { paged: true });
