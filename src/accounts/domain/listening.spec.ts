import { listeningProblem, type ListeningSettings } from './listening';

const settings = (
  listening: ListeningSettings['listening'],
  listeningNotice: string | null,
  listeningHuman = false,
): ListeningSettings => ({ listening, listeningNotice, listeningHuman });

test.each([
  [settings('off', null)],
  [settings('off', 'script', true)],
  [settings('admins', 'script')],
  [settings('staff', 'This call may be heard.')],
  [settings('staff', 'script', true)],
])('%j holds', (all) => expect(listeningProblem(all, all)).toBeUndefined());

test.each<[ListeningSettings, Partial<ListeningSettings>, string]>([
  [settings('admins', null), { listening: 'admins' }, 'listening'],
  [settings('admins', null), { listening: 'admins', listeningNotice: null }, 'listening'],
  [settings('admins', null), { listeningNotice: null }, 'listening_notice'],
  [settings('off', null, true), { listeningHuman: true }, 'listening_human'],
  [settings('admins', 'A text.', true), { listeningHuman: true }, 'listening_human'],
  [settings('admins', 'A text.', true), { listeningNotice: 'A text.' }, 'listening_notice'],
])('%j after %j: %s', (all, changed, field) =>
  expect(listeningProblem(all, changed)).toMatchObject({ field }),
);
