import { Agent } from './agent';
import { CallableAgent } from './callable-agent';

test.each([
  ['off', 'Hello, this is Asha.', { opening: false, phrases: false }],
  ['fixed', 'Hello, this is Asha.', { opening: true, phrases: true }],
  ['full', 'Hello, this is Asha.', { opening: true, phrases: true }],
  ['fixed', 'Hello {{contact_name}}, this is Asha.', { opening: false, phrases: true }],
  ['full', 'Hello, it is {{date}}.', { opening: false, phrases: true }],
] as const)('caches by speech_cache_mode %s with the opening line "%s": %j', (mode, openingLine, kept) => {
  const now = new Date(0);
  const known = {
    bookingPages: new Set<string>(),
    whatsappTemplates: new Set<string>(),
    tools: new Set<string>(),
  };
  const made = Agent.create(
    { name: 'Asha', systemPrompt: 'You sell courses.', openingLine },
    { id: 'agent_1', accountId: 'acct_1', known, now },
  );
  made.setSpeechCacheMode(mode, now);
  const values = { contact: { name: 'Rohan' }, variables: {} };
  expect(new CallableAgent(made.state).fill(values, now, 'Asia/Kolkata').voice.cached).toEqual(kept);
});
