import {
  answer,
  choiceOf,
  constant,
  flag,
  id,
  inline,
  instant,
  listOf,
  listOfPlain,
  nullable,
  one,
  optional,
  text,
  whole,
} from '../../platform/http/answers/answer';
import { OUTCOME } from '../../platform/http/answers/outcome.answers';
import { WARNINGS } from '../../platform/http/answers/shared.answers';
import type { VoiceTestReader } from '../application/voice-tests/voice-test-reader';
import type { VoiceTestEnding } from '../application/voice-tests/voice-test-ending';
import type { VoiceTests } from '../application/voice-tests/voice-tests';
import type { AnswerStages } from '../domain/voice-test';

type Row = Awaited<ReturnType<VoiceTestReader['list']>>['data'][number];
type Whole = ReturnType<VoiceTestReader['view']>;
type Started = Awaited<ReturnType<VoiceTests['start']>>;
type Deleted = Awaited<ReturnType<VoiceTestEnding['delete']>>;
type Turn = Whole['transcript'][number];

const SECONDS = 'In seconds.';

const ROW_FIELDS = {
  object: constant('voice_test'),
  id: id('vtest', 'Id.'),
  agent: inline<Row['agent']>('The agent that talked.', {
    id: nullable(id('agent', 'null: a draft.')),
    name: text('Name, as it was.'),
  }),
  draft: flag('Whether it was a draft.'),
  status: choiceOf<Row['status']>(
    { waiting: true, talking: true, ended: true, failed: true },
    'waiting until the microphone is on.',
  ),
  reason: nullable(text('Why it ended or failed, where there is more to say.')),
  language: nullable(text('Of the agent.')),
  tts_model: text('Voice engine.'),
  voice: text('Voice.'),
  stt: nullable(text('Recognizer.')),
  by: inline<Row['by']>('Who talked.', { id: id('login', 'Login.'), name: text('Name, as it was.') }),
  created_at: instant('When it was started.'),
  started_at: nullable(instant('When the talk began.')),
  ended_at: nullable(instant('When it ended.')),
  ended_by: nullable(
    choiceOf<NonNullable<Row['ended_by']>>(
      { person: true, agent: true, limit: true, service: true },
      'Who ended it.',
    ),
  ),
  duration_seconds: nullable(whole(SECONDS)),
  max_seconds: whole('The talk ends after this time.'),
  latency: nullable(
    inline<NonNullable<Row['latency']>>("How long the person waited for the agent's answers.", {
      answers: whole('How many.'),
      median_ms: whole('Median.'),
      p95_ms: whole('Of 95 %.'),
      slowest_ms: whole('Slowest.'),
    }),
  ),
  delay_ms: nullable(whole('What the connection added, there and back: the median.')),
  barge_ins: whole('How often the person cut in.'),
  outcome_state: choiceOf<Row['outcome_state']>(
    { pending: true, ready: true, none: true, failed: true },
    'none: the person said nothing.',
  ),
  recording_url: nullable(text('Stereo WAV: left agent, right person.', { format: 'uri' })),
  recording_expires_at: nullable(instant('When the address ends.')),
};

const ROW_EXAMPLE: Row = {
  object: 'voice_test',
  id: 'vtest_01kaf5v7m2q9x3t8w4z6c1b0dn',
  agent: { id: 'agent_01kaf5t2c8e4r6y0u2i4o6p8as', name: 'Asha' },
  draft: false,
  status: 'ended',
  reason: null,
  language: 'english',
  tts_model: 'local',
  voice: 'en-gb+m3',
  stt: 'local',
  by: { id: 'login_01kaf5v7m2q9x3t8w4z6c1b0dn', name: 'Meera Nair' },
  created_at: '2026-11-20T09:16:02.007Z',
  started_at: '2026-11-20T09:16:04.107Z',
  ended_at: '2026-11-20T09:16:54.207Z',
  ended_by: 'person',
  duration_seconds: 50,
  max_seconds: 600,
  latency: { answers: 1, median_ms: 640, p95_ms: 640, slowest_ms: 640 },
  delay_ms: 110,
  barge_ins: 0,
  outcome_state: 'pending',
  recording_url: null,
  recording_expires_at: null,
};

const stage = (what: string) => nullable(whole(`${what}, in milliseconds; null: not measured.`));

const TURN = answer<Turn>(
  'VoiceTestTurn',
  'One utterance.',
  {
    speaker: choiceOf<Turn['speaker']>({ agent: true, contact: true, human: true }, 'contact: the person.'),
    text: text('What was said.'),
    start_ms: whole('Begin, in milliseconds since the talk began.'),
    end_ms: whole('End, in milliseconds since the talk began.'),
    response_ms: optional(
      whole("Of the agent: milliseconds from the end of the person's speech to its first audio."),
    ),
    stages: optional(
      inline<AnswerStages>('Of the agent: the parts of that time.', {
        endpointing: stage('Until the end of the turn was decided'),
        stt: stage('Until its words came'),
        llm: stage('Until the first words of the answer came'),
        tts: stage('Until their audio began'),
      }),
    ),
    cut: optional(flag('true: the person cut in.')),
    tool_invocations: optional(
      listOfPlain(
        text('A tinv_ id.'),
        'Of the agent, after uses of tools: their ids, as outcome.tools has them.',
      ),
    ),
  },
  {
    speaker: 'agent',
    text: 'It takes three years.',
    start_ms: 4_640,
    end_ms: 6_100,
    response_ms: 640,
    stages: { endpointing: 300, stt: 90, llm: 150, tts: 100 },
  },
);

const WHOLE_FIELDS = {
  ...ROW_FIELDS,
  transcript: listOfPlain(one(TURN), 'What was said, in order; it grows while the talk goes on.'),
  outcome: nullable(OUTCOME),
};
const WHOLE_EXAMPLE: Whole = { ...ROW_EXAMPLE, transcript: [TURN.example], outcome: null };

export const VOICE_TEST = answer<Whole>(
  'VoiceTest',
  'A talk with an agent by the microphone of the browser.',
  WHOLE_FIELDS,
  WHOLE_EXAMPLE,
);

export const STARTED_VOICE_TEST = answer<Started>(
  'StartedVoiceTest',
  'A voice test, and how to connect to it.',
  {
    ...WHOLE_FIELDS,
    ticket: text('Works once, for 30 s, in this session: the subprotocol ticket.TICKET.'),
    socket: text('Path of the WebSocket.'),
    warnings: WARNINGS,
  },
  {
    ...WHOLE_EXAMPLE,
    status: 'waiting',
    started_at: null,
    ended_at: null,
    ended_by: null,
    duration_seconds: null,
    latency: null,
    delay_ms: null,
    transcript: [],
    ticket: 'Zm9yIGV4YW1wbGUgb25seSwgbm90IGEgcmVhbCB0aWNrZXQ',
    socket: '/console/live/voice-tests/vtest_01kaf5v7m2q9x3t8w4z6c1b0dn',
    warnings: [],
  },
);

export const VOICE_TESTS = listOf(
  answer<Row>('VoiceTestRow', 'A voice test without its transcript and outcome.', ROW_FIELDS, ROW_EXAMPLE),
  { paged: true },
);

export const DELETED_VOICE_TEST = answer<Deleted>(
  'DeletedVoiceTest',
  'A voice test that is deleted: its text and recording are gone.',
  { object: constant('voice_test'), id: id('vtest', 'Id.'), deleted: flag('Always true.') },
  { object: 'voice_test', id: ROW_EXAMPLE.id, deleted: true },
);
