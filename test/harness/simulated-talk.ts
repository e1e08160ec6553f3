import { Test } from '@nestjs/testing';
import { TalkAnalyst, ConversationModule, type TalkAnalysis, TextTalk } from '../../src/conversation';
import type { TalkBrief, Turn } from '../../src/shared-kernel/talk';
import type { CarrierEvent, DialResult, LegEnd } from '../../src/carriers/domain/carrier';
import type { SimulatorCarrier } from '../../src/carriers/infrastructure/simulator/simulator-carrier';
import { simulatedCarrier } from './simulated-network';
import { SPEAKING } from './talk-brief';

/** Agents' texts in the languages that the rules lead word by word. */
export const AGENTS = {
  hinglish: {
    openingLine:
      'Namaste Rohan ji, main Asha bol rahi hoon Suryodaya se. Aapne B.Tech ke liye enquiry ki thi, kya abhi do minute baat ho sakti hai?',
    questions: [
      'Preferred course',
      'Budget kitna hai?',
      'Kis city se hain?',
      'Kab tak join karna chahte hain?',
      'Hostel chahiye?',
    ],
    tomorrow: /^kal shaam/iu,
  },
  hindi: {
    openingLine:
      'नमस्ते रोहन जी, मैं आशा बोल रही हूँ सूर्योदय से। आपने B.Tech के लिए इन्क्वायरी की थी, क्या अभी दो मिनट बात हो सकती है?',
    questions: ['कोर्स', 'बजट कितना है?', 'शहर', 'Joining timeline', 'हॉस्टल चाहिए?'],
    tomorrow: /^कल शाम/u,
  },
  english: {
    openingLine:
      'Hello Rohan, this is Asha from Suryodaya. You enquired about B.Tech, is this a good time to talk?',
    questions: [
      'Preferred course',
      "What is the student's budget?",
      'City',
      'When do you plan to join?',
      'Hostel needed?',
    ],
    tomorrow: /^tomorrow evening/u,
  },
} as const;
type Spoken = keyof typeof AGENTS;
export const LANGUAGES = Object.keys(AGENTS) as Spoken[];
/** Middles of numbers, each of which talks in a way of its own. */
export const NUMBERS = ['981234', '700120', '639450', '955501', '876023', '912388'];

/** What came of a talk. */
export interface Outcome {
  readonly end: LegEnd;
  readonly turns: readonly Turn[];
  readonly reading: TalkAnalysis;
}

const conversation = Test.createTestingModule({ imports: [ConversationModule] }).compile();

export function briefIn(language: Spoken, over: Partial<TalkBrief> = {}): TalkBrief {
  return {
    ...SPEAKING,
    agentName: 'Asha',
    language,
    openingLine: AGENTS[language].openingLine,
    systemPrompt: '',
    questions: AGENTS[language].questions,
    dispositions: [],
    handoffNumbers: [],
    pace: null,
    contactName: 'Rohan Verma',
    now: new Date('2026-11-20T10:00:00Z'),
    timeZone: 'Asia/Kolkata',
    maxSeconds: 180,
    ...over,
  };
}

/** Dials a number, waits for its end, and has the talk read. */
export async function call(
  number: string,
  brief: TalkBrief,
  attempt = 1,
  countries: readonly string[] | null = null,
): Promise<Outcome> {
  const module = await conversation;
  const turns: Turn[] = [];
  let carrier: SimulatorCarrier | undefined;
  const end = await new Promise<LegEnd>((resolve, reject) => {
    const take = (_carrier: string, fact: CarrierEvent): Promise<void> => {
      if (fact.type === 'transcript') turns.push(...fact.turns);
      if (fact.type === 'ended') resolve(fact.end);
      return Promise.resolve();
    };
    carrier = simulatedCarrier({ accept: take }, module.get(TextTalk), { speed: Infinity });
    void carrier
      .dial({ reference: 'leg', attempt, number, ringSeconds: 45, talk: brief, countries })
      .then((answer: DialResult) => {
        if (answer.kind !== 'accepted') reject(new Error(answer.reason));
      });
  });
  carrier?.close();
  const { questions, dispositions, language, now, timeZone } = brief;
  const request = { turns, questions, dispositions, language, now, timeZone };
  const reading = turns.some(({ speaker }) => speaker === 'contact')
    ? await module.get(TalkAnalyst).analyse(request, new AbortController().signal)
    : TalkAnalyst.emptyAnalysis(questions);
  return { end, turns, reading };
}
