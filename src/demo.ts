import type { NestExpressApplication } from '@nestjs/platform-express';
import { Accounts } from './accounts';
import { AgentEditor } from './agents';
import { ApiKeys } from './auth';
import { Credits } from './credits';
import { UnitOfWork } from './platform/database/unit-of-work';
import { SCOPES } from './platform/http/scopes';
import { parseAmount } from './platform/kernel/amount';

/** An admission desk that asks three questions in Hinglish. */
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

/** What the first start made for whoever tries the service. */
export interface Demo {
  readonly key: string;
}

/**
 * Makes the demo account with credits, an agent and a key, once for a database: a database that has an account already is
 * somebody's own.
 */
export async function makeDemo(app: NestExpressApplication): Promise<Demo | null> {
  const accounts = app.get(Accounts, { strict: false });
  return app.get(UnitOfWork).run(async () => {
    if ((await accounts.list()).length > 0) return null;
    const account = await accounts.create({ name: 'Demo', hoursFrom: null, hoursTo: null });
    await app.get(Credits, { strict: false }).open(account.id, parseAmount('10000') ?? 0n);
    await app.get(AgentEditor, { strict: false }).create(account.id, DEMO_AGENT);
    const { key } = await app
      .get(ApiKeys, { strict: false })
      .create({ accountId: account.id, name: 'Demo key', scopes: SCOPES });
    return { key };
  });
}
