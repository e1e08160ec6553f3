import type { TalkBrief, Turn } from '../../../shared-kernel/talk';
import type { ToolAnswer } from '../../../shared-kernel/tool-use';
import { type DialogueEngine, readArguments, type ToolCall } from '../../domain/dialogue-engine';
import { TalkAnalyst, type TalkAnalysis } from '../../domain/talk-analyst';
import { ModelFailure } from '../../infrastructure/model/model-client';
import { MockedTools, type ToolMocks } from '../mocked-tools';
import { readTalk } from '../talk-reading';
import { TextTalk } from '../text-talk';
import { TestLine } from './test-line';
import type { TestFailure, TestStep, TestUse } from './test-steps';

export interface TalkTest {
  readonly brief: TalkBrief;
  /** With their placeholders: the keys of the answers. */
  readonly questions: readonly string[];
  readonly dispositions: readonly string[];
  readonly steps: readonly TestStep[];
  /** The mock of a tool by its name; undefined: the tool has no mock, and the test fails. */
  readonly mock: ToolMocks;
  /** Tools without a mock that were requested before the talk: the test fails. */
  readonly unmockedBefore: readonly string[];
}

export interface TalkTestResult {
  readonly turns: readonly Turn[];
  readonly uses: readonly TestUse[];
  readonly failures: readonly TestFailure[];
  readonly endedBy: string | null;
  readonly transferredTo: string | null;
  readonly analysis: TalkAnalysis;
}

/** Leads and reads one talk by the code of calls, on a virtual clock: no call, no request. */
export async function runTalkTest(
  { engine, analyst }: { readonly engine: DialogueEngine; readonly analyst: TalkAnalyst },
  test: TalkTest,
  signal: AbortSignal,
): Promise<TalkTestResult> {
  const line = new TestLine(test.steps);
  const turns: Turn[] = [];
  const uses: TestUse[] = [];
  const missing = new Set(test.unmockedBefore);
  const onUse = (call: ToolCall, { status, result }: ToolAnswer) => {
    const use = { name: call.name, arguments: readArguments(call.arguments), result, status };
    uses.push(use);
    line.onUse(use);
  };
  const mocks = new MockedTools((call, spec) => {
    const mock = test.mock(call, spec);
    if (!mock) missing.add(call.name);
    return mock;
  }, onUse);
  // No metric counts the early results of a test; mocks answer in place of tools.
  const end = await new TextTalk(engine, null, mocks).run(
    line,
    test.brief,
    (turn) => turns.push(turn),
    signal,
  );
  line.finish();
  const read = await analysisOf(analyst, test, turns, signal);
  const unmocked = [...missing].map((name) => ({
    step: 'mocks',
    expected: `A mock of ${name}.`,
    found: `${name} has no mock.`,
  }));
  return {
    turns,
    uses,
    failures: [...line.failures, ...unmocked, ...read.failures],
    endedBy: end.by,
    transferredTo: line.transferredTo,
    analysis: read.analysis,
  };
}

/** A model that cannot read the talk fails the test, not the run. */
async function analysisOf(
  analyst: TalkAnalyst,
  { brief, questions, dispositions }: TalkTest,
  turns: readonly Turn[],
  signal: AbortSignal,
): Promise<Pick<TalkTestResult, 'analysis' | 'failures'>> {
  const { now, timeZone } = brief;
  const nothing = TalkAnalyst.emptyAnalysis(questions);
  if (!turns.some(({ speaker }) => speaker === 'contact')) return { analysis: nothing, failures: [] };
  const talk = { turns, brief, questions, dispositions, now, timeZone };
  try {
    return { analysis: await readTalk(analyst, talk, signal), failures: [] };
  } catch (error) {
    if (!(error instanceof ModelFailure)) throw error;
    const failure = { step: 'expect', expected: 'The model reads the talk.', found: error.message };
    return { analysis: nothing, failures: [failure] };
  }
}
