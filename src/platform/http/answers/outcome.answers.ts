import {
  choiceOf,
  type Fields,
  flag,
  inline,
  json,
  listOfPlain,
  mapOf,
  nullable,
  text,
  whole,
} from './answer';
import { type ShownTurn, TRANSCRIPT } from './shared.answers';

export interface ShownOutcome {
  readonly disposition: string;
  readonly summary: string | null;
  readonly answers: Readonly<Record<string, string | null>>;
  readonly lead_rating: number | null;
  readonly callback_requested: boolean;
  readonly callback_time_text: string | null;
  readonly follow_up: string | null;
  readonly follow_up_note: string | null;
  readonly meeting: {
    readonly requested: boolean;
    readonly at: string | null;
    readonly time_text: string | null;
    readonly type: string | null;
  } | null;
  readonly tools: readonly ShownUse[];
  readonly transcript: readonly ShownTurn[];
}

interface ShownUse {
  readonly id: string;
  readonly name: string;
  readonly status: string;
  readonly arguments: string | number | boolean | object | null;
  readonly result: string | number | boolean | object | null;
  readonly start_ms: number | null;
  readonly end_ms: number | null;
}

const USE = inline<ShownUse>('A use of a tool.', {
  id: text('As GET /calls/{id}/tools has it.'),
  name: text('Of the tool.'),
  status: text('What came of it.'),
  arguments: json('What it was used with.'),
  result: json('At most 1,000 characters.'),
  start_ms: nullable(whole('Since the answer.')),
  end_ms: nullable(whole('Since the answer.')),
});

const MEETING = inline<NonNullable<ShownOutcome['meeting']>>(
  'A meeting that was talked about; null when none was.',
  {
    requested: flag('Whether the contact asked for it.'),
    at: nullable(text('When, as far as it could be computed.')),
    time_text: nullable(text('When, in the words of the talk.')),
    type: nullable(text('What kind of meeting.')),
  },
);

export const OUTCOME_FIELDS: Fields<ShownOutcome> = {
  disposition: text("One of the agent's labels, else of the account's defaults."),
  summary: nullable(text('What was talked about.')),
  answers: mapOf(
    nullable(text('The answer, only what was said.')),
    "Each of the agent's extraction questions with its answer, or null.",
  ),
  lead_rating: nullable(whole('1 (cold) to 10 (hot).', { minimum: 1, maximum: 10 })),
  callback_requested: flag('Whether the contact asked to be called back.'),
  callback_time_text: nullable(text('When, in the words of the talk.')),
  follow_up: nullable(
    choiceOf<'CALL' | 'CALL_LATER' | 'SKIP'>(
      { CALL: true, CALL_LATER: true, SKIP: true },
      'What to do next.',
    ),
  ),
  follow_up_note: nullable(text('Why, or what to mind.')),
  meeting: nullable(MEETING),
  tools: listOfPlain(USE, 'Uses of tools, as they stood when the outcome was made.'),
  transcript: TRANSCRIPT,
};

export const OUTCOME = inline<ShownOutcome>(
  'What came of the talk; null until processed (usually within a minute after the call ends) and for calls that did ' +
    'not connect. Every field is always there, null when unknown.',
  OUTCOME_FIELDS,
);
