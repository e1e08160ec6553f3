import type { OutboundCallRequest } from '../../src/carriers/domain/carrier';
import type { TalkBrief } from '../../src/shared-kernel/talk';
import { SPEAKING } from './talk-brief';

const BRIEF: TalkBrief = {
  ...SPEAKING,
  agentName: 'Asha',
  language: 'english',
  openingLine: 'Hello, this is Asha. Is this a good time to talk?',
  systemPrompt: '',
  questions: ['Budget'],
  dispositions: [],
  handoffNumbers: [],
  pace: null,
  contactName: null,
  now: new Date('2026-11-20T10:00:00Z'),
  timeZone: 'Asia/Kolkata',
  maxSeconds: 600,
};

/** A call to a number of the simulated network, whose last digits choose what happens. */
export const request = (ending: string, over: Partial<OutboundCallRequest> = {}): OutboundCallRequest => ({
  reference: `leg-${ending}`,
  attempt: 1,
  number: `+91981234${ending}`,
  ringSeconds: 45,
  talk: BRIEF,
  ...over,
});
