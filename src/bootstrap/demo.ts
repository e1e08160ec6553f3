import type { NestExpressApplication } from '@nestjs/platform-express';
import { Accounts } from '../accounts';
import { AgentCreation, Agents } from '../agents';
import { ApiKeys } from '../auth';
import { CounsellorEditor, Counsellors } from '../counsellors';
import { Credits } from '../credits';
import type { ExampleIds } from '../platform/openapi/document';
import { UnitOfWork } from '../platform/database/unit-of-work';
import { SCOPES } from '../platform/http/scopes';
import { parseAmount } from '../platform/kernel/amount';
import { DEMO_COUNSELLOR_EMAIL } from '../shared-kernel/demo';

const DEMO_AGENT = {
  name: 'Asha – admission enquiry (demo)',
  language: 'hinglish',
  openingLine:
    'Namaste {{contact_name}} ji, main Asha bol rahi hoon, Sunrise College ke admission desk se. Aapne hamare ' +
    'courses ke baare mein enquiry ki thi. Kya abhi do minute baat ho sakti hai?',
  systemPrompt:
    'You are Asha, a warm and brief admission counsellor of Sunrise College. Speak natural Hinglish. Find out ' +
    'which course the contact wants, the budget and when they want to join. Promise nothing about fees or seats; a ' +
    'counsellor calls back with details. If the contact asks not to be called again, apologise and end the call.',
  extractionQuestions: ['Kaunsa course chahiye?', 'Budget kitna hai?', 'Kab join karna chahte hain?'],
};

const DEMO_COUNSELLOR = {
  name: 'Meera Nair (demo)',
  email: DEMO_COUNSELLOR_EMAIL,
  mobileNumber: '+919876541000',
  carrierExtension: null,
  sendWelcomeEmail: false,
};

const DEMO_ACCOUNT = 'Demo';

/** When two processes start on a new database, this lock lets one make the account. */
const DEMO_LOCK = 20_653;

export interface Demo {
  readonly key: string;
}

/** Makes an account with credits, an agent, a counsellor and a key. Null when the database has any account. */
export async function makeDemo(app: NestExpressApplication): Promise<Demo | null> {
  const accounts = app.get(Accounts, { strict: false });
  const unitOfWork = app.get(UnitOfWork);
  return unitOfWork.run(async () => {
    await unitOfWork.rows('SELECT pg_advisory_xact_lock($1)', [DEMO_LOCK]);
    if ((await accounts.list()).length > 0) return null;
    const account = await accounts.create({ name: DEMO_ACCOUNT, opensAtMinute: null, closesAtMinute: null });
    await app.get(Credits, { strict: false }).open(account.id, parseAmount('10000') ?? 0n);
    await app.get(AgentCreation, { strict: false }).create(account.id, DEMO_AGENT);
    await app.get(CounsellorEditor, { strict: false }).add(account.id, DEMO_COUNSELLOR, null);
    const { key } = await app
      .get(ApiKeys, { strict: false })
      .create({ accountId: account.id, name: 'Demo key', scopes: SCOPES });
    return { key };
  });
}

export async function demoIds(app: NestExpressApplication): Promise<ExampleIds> {
  const account = (await app.get(Accounts, { strict: false }).list()).find(
    ({ name }) => name === DEMO_ACCOUNT,
  );
  if (!account) return {};
  const counsellors = await app.get(Counsellors, { strict: false }).active(account.id);
  const counsellor = counsellors.find(({ state }) => state.email === DEMO_COUNSELLOR.email);
  const agent = await app
    .get(UnitOfWork)
    .run(() => app.get(Agents, { strict: false }).forCalling(account.id, null))
    // The agent was turned off: the examples then show made-up ids.
    .catch(() => null);
  return { ...(agent && { agent: agent.id }), ...(counsellor && { csl: counsellor.state.id }) };
}
