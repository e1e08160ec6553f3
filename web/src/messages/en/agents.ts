import { withEndedCalls } from './ended-calls';

export const agents = {
  title: 'Agents',
  name: 'Name',
  state: 'State',
  direction: 'Direction',
  directions: new Map([
    ['outbound', 'Places calls'],
    ['inbound', 'Answers calls'],
    ['both', 'Both'],
  ]),
  language: 'Language',
  languageAsNeeded: 'Hindi or Hinglish',
  voice: 'Voice',
  changed: 'Changed',
  makeDefault: 'Make default',
  madeDefault: 'Calls that name no agent use it now.',
  turnOn: 'Turn on',
  turnedOn: 'The agent is on.',
  turnOff: 'Turn off',
  turnOffQuestion: (name: string) => `Turn off 1 agent: ${name}?`,
  turnOffText: (calls: number, shown: string) =>
    calls === 0
      ? 'No call waits for it.'
      : calls === 1
        ? '1 waiting call ends.'
        : `${shown} waiting calls end.`,
  turnedOff: (calls: number, shown: string) => withEndedCalls('The agent is off', calls, shown),
};
