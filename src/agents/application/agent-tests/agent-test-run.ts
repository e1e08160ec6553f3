import { own } from '../../../platform/kernel/own';
import { setImmediate as yieldTurn } from 'node:timers/promises';
import {
  outcomeView,
  runTalkTest,
  type TestEngine,
  type TestFailure,
  type TestStep,
} from '../../../conversation';
import type { offlineEngines } from '../../../conversation';
import type { ToolSpec } from '../../../shared-kernel/tool-use';
import { mergedValues, mockedUse, providedValues, type ProvidedValues } from '../../../tools';
import type { AgentTest } from '../../domain/agent-test';
import type { CallableAgent } from '../../domain/callable-agent';
import { failedExpectations } from './test-expectations';

/** A tool that is requested before the talk. */
interface BeforeTool {
  readonly name: string;
  readonly provides: readonly string[];
}

export interface TestedAgent {
  readonly agent: CallableAgent;
  readonly specs: readonly ToolSpec[];
  readonly before: readonly BeforeTool[];
  /** Mocked results by the tool's name. A tool with null or undefined is not mocked. */
  readonly mockResults: ReadonlyMap<string, unknown>;
  readonly accountName: string;
  readonly timeZone: string;
  readonly dispositions: readonly string[];
}

export interface AgentTestRunOptions {
  readonly tested: TestedAgent;
  readonly tests: readonly AgentTest[];
  readonly now: Date;
  readonly engine: TestEngine;
  readonly engines: ReturnType<typeof offlineEngines>;
  /** Why a test cannot run now; null: nothing prevents it. */
  readonly problem: () => Promise<string | null>;
  /** Tests that would begin later are skipped. */
  readonly withinMs: number;
  /** Tests beyond this number are skipped. */
  readonly maxTests: number;
  /** Runs each test when it may: concurrent runs alternate. */
  readonly inTurn: <T>(test: () => Promise<T>) => Promise<T>;
}

/** How much longer than the limit a test that began in time may run. */
const GRACE_MS = 5_000;

interface TestResult {
  readonly name: string;
  readonly status: 'passed' | 'failed' | 'skipped';
  readonly reason: string | null;
  readonly failures: readonly TestFailure[];
  readonly transcript: readonly object[];
  readonly tools: readonly object[];
  readonly outcome: object | null;
}

/** Runs tests one after another, and lets other work of the process run between them. */
export async function runAgentTests(options: AgentTestRunOptions) {
  const began = performance.now();
  const results: TestResult[] = [];
  const isLate = () => performance.now() - began > options.withinMs;
  const run = async (test: AgentTest) => {
    const problem = await options.problem();
    if (problem !== null) return skippedResult(test, problem);
    if (results.length >= options.maxTests) return skippedResult(test, 'A run with a model has one test.');
    return isLate() ? skippedResult(test, 'There was no time left for it.') : runOne(test, options);
  };
  for (const test of options.tests) {
    const turn = async () => {
      const result = await run(test);
      await yieldTurn();
      return result;
    };
    // A late one waits for no turn.
    results.push(await (isLate() ? turn() : options.inTurn(turn)));
  }
  const count = (status: string) => results.filter((result) => result.status === status).length;
  return {
    object: 'agent_test_run' as const,
    engine: options.engine,
    passed: count('passed'),
    failed: count('failed'),
    skipped: count('skipped'),
    duration_ms: Math.round(performance.now() - began),
    results,
  };
}

export type AgentTestRun = Awaited<ReturnType<typeof runAgentTests>>;

function skippedResult({ name }: AgentTest, reason: string): TestResult {
  return {
    name,
    status: 'skipped',
    reason,
    failures: [],
    transcript: [],
    tools: [],
    outcome: null,
  };
}

async function runOne(
  test: AgentTest,
  { tested, now, engines, withinMs }: AgentTestRunOptions,
): Promise<TestResult> {
  const { agent, specs, accountName, timeZone, dispositions } = tested;
  const contact = test.contact ?? {};
  const variables = { ...providedBy(tested, test), ...test.variables };
  // Tools are mocked, so no row has these ids.
  const tools = { accountId: 'acct_test', callId: 'call_test', attempt: 1, test: true, specs };
  const brief = {
    ...agent.fill({ contact, variables }, now, timeZone),
    now,
    timeZone,
    accountName,
    contactName: contact.name ?? null,
    direction: 'outbound' as const,
    notice: null,
    maxSeconds: 60 * agent.maxMinutes,
    ...(specs.length > 0 && { tools }),
  };
  const found = await runTalkTest(
    engines,
    {
      brief,
      questions: agent.questions,
      dispositions,
      steps: test.talk.map((step) => (typeof step === 'string' ? { [step]: true } : step) as TestStep),
      mock: (call, spec) => mockedUse(call, spec, mockOf(tested, test, call.name), { now, timeZone }),
      unmockedBefore: tested.before.flatMap(({ name }) => (mockOf(tested, test, name) ? [] : [name])),
    },
    AbortSignal.timeout(withinMs + GRACE_MS),
  );
  const failures = [...found.failures, ...failedExpectations(test.expect ?? {}, found, timeZone)];
  const { transcript, ...outcome } = outcomeView(found.analysis, found.turns);
  return {
    name: test.name,
    status: failures.length === 0 ? 'passed' : 'failed',
    reason: null,
    failures,
    transcript,
    tools: found.uses.map(({ name, arguments: sent, result, status }) => ({
      name,
      status,
      arguments: sent,
      result,
    })),
    outcome,
  };
}

function mockOf({ mockResults }: TestedAgent, { mocks }: AgentTest, name: string) {
  const mock = own(mocks ?? {}, name);
  if (mock) return mock.error === undefined ? { result: mock.result ?? null } : { error: mock.error };
  const result = mockResults.get(name) ?? null;
  return result === null ? undefined : { result };
}

function providedBy(tested: TestedAgent, test: AgentTest): ProvidedValues {
  const values = tested.before.map(({ name, provides }) => {
    const mock = mockOf(tested, test, name);
    return providedValues(provides, mock && 'result' in mock ? mock.result : null);
  });
  return mergedValues(values);
}
