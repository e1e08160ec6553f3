import type { DialogueAction, DialogueCue } from '../../src/conversation/domain/dialogue-engine';
import { OfflineDialogue } from '../../src/conversation/offline/dialogue/offline-dialogue';
import type { TalkBrief, Turn } from '../../src/shared-kernel/talk';
import { SPEAKING } from './talk-brief';

export const HINGLISH: TalkBrief = {
  ...SPEAKING,
  agentName: 'Asha',
  language: null,
  openingLine:
    'Namaste Rohan ji, main Asha bol rahi hoon Suryodaya se. Kya abhi do minute baat ho sakti hai?',
  systemPrompt: '',
  questions: ['Preferred course', 'Budget kitna hai?', 'Kis city se hain?', 'Hostel chahiye?'],
  dispositions: [],
  handoffNumbers: [],
  pace: null,
  contactName: 'Rohan Verma',
  now: new Date('2026-11-20T10:00:00Z'),
  timeZone: 'Asia/Kolkata',
  maxSeconds: 600,
};
export const HINDI: TalkBrief = {
  ...HINGLISH,
  language: 'hi-IN',
  openingLine: 'नमस्ते रोहन जी, मैं आशा बोल रही हूँ। क्या अभी बात हो सकती है?',
  questions: ['कोर्स', 'बजट', 'शहर'],
};
export const ENGLISH: TalkBrief = {
  ...HINGLISH,
  language: 'en',
  openingLine: 'Hello Rohan, this is Asha from Suryodaya. Is this a good time to talk?',
  questions: ['Course', 'Budget', 'City'],
};
const CUE: DialogueCue = { silentMs: 0, silences: 0, machine: false, transferFailed: false };

/** A talk with an engine, a remark at a time. */
export class Talk {
  readonly turns: Turn[] = [];
  action: DialogueAction = { do: 'go_on' };
  readonly #engine = new OfflineDialogue();

  constructor(private readonly brief: TalkBrief) {}

  /** The contact says something (or nothing), and the agent answers. */
  async hears(text: string | null, cue: Partial<DialogueCue> = {}): Promise<string> {
    if (text !== null) this.#add('contact', text);
    let said = '';
    for await (const chunk of this.#engine.next(this.brief, this.turns, { ...CUE, ...cue })) {
      if ('text' in chunk) said += chunk.text;
      else if ('action' in chunk) this.action = chunk.action;
    }
    this.#add('agent', said);
    return said;
  }

  /** Requests an answer to words that may not be all, and throws it away. */
  async mayHear(text: string): Promise<void> {
    const turn: Turn = { speaker: 'contact', text, startMs: 0, endMs: 0 };
    for await (const _ of this.#engine.next(this.brief, [...this.turns, turn], CUE)) continue;
  }

  #add(speaker: Turn['speaker'], text: string): void {
    this.turns.push({ speaker, text, startMs: 0, endMs: 0 });
  }
}

export async function opened(brief: TalkBrief): Promise<Talk> {
  const talk = new Talk(brief);
  expect(await talk.hears(null)).toBe(brief.openingLine);
  return talk;
}
