import type { TestAccount, TestApp } from './app';

/** The least that an agent needs. */
const AGENT = {
  name: 'Asha',
  opening_line: 'Namaste {{contact_name}} ji, main Asha bol rahi hoon. Kya abhi baat ho sakti hai?',
  system_prompt: 'Ask about the course.',
  extraction_questions: ['Budget kitna hai?'],
};

/** Makes an agent over HTTP; returns its id. */
export async function makeAgent(
  service: TestApp,
  account: TestAccount,
  fields: object = {},
): Promise<string> {
  const { body } = await service
    .http(account)
    .post('/agents')
    .send({ ...AGENT, ...fields })
    .expect(201);
  return (body as { id: string }).id;
}

let numbers = 0;

/** An Indian mobile number that no other test uses, with the simulator's ending. */
export function number(ending = '0001'): string {
  numbers += 1;
  return `+9198${String(numbers).padStart(4, '0')}${ending}`;
}
