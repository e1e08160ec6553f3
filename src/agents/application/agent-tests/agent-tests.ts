import { Injectable } from '@nestjs/common';
import { type TestEngine, TestEngines } from '../../../conversation';
import { Clock } from '../../../platform/clock';
import { formatInstant } from '../../../platform/kernel/instant';
import { agentNotFound } from '../../domain/agent-errors';
import { type AgentTest, TEST_NOW } from '../../domain/agent-test';
import { CallableAgent } from '../../domain/callable-agent';
import { AgentTestRepository } from '../../infrastructure/agent-test.repository';
import { AgentRepository } from '../../infrastructure/agent.repository';
import type { TriedAgent } from '../agent-trials';
import { type AgentTestRun, runAgentTests } from './agent-test-run';
import { ModelRunLimit } from './model-run-limit';
import { TestedAgents } from './tested-agents';

const OFFLINE = { withinMs: 20_000, maxTests: Infinity };
/** A model answers slowly: with the time that a test may go on, 55 s. */
const BY_MODEL = { withinMs: 50_000, maxTests: 1 };

export interface AgentTestRequest {
  /** Absent: those that are stored. */
  readonly tests?: readonly AgentTest[] | undefined;
  readonly engine: TestEngine;
  /** The name of one. */
  readonly only?: string | undefined;
}

/** Stores and runs the tests of agents. */
@Injectable()
export class AgentTests {
  /** An offline test is CPU: one at a time. */
  #last: Promise<unknown> = Promise.resolve();

  constructor(
    private readonly clock: Clock,
    private readonly agents: AgentRepository,
    private readonly rows: AgentTestRepository,
    private readonly tested: TestedAgents,
    private readonly engines: TestEngines,
    private readonly limit: ModelRunLimit,
  ) {}

  /** @throws DomainError agent_not_found */
  async read(accountId: string, agentId: string) {
    await this.#require(accountId, agentId);
    const stored = await this.rows.find(agentId);
    return view(agentId, stored?.tests ?? [], stored?.updatedAt ?? null);
  }

  /** @throws DomainError agent_not_found */
  async store(accountId: string, agentId: string, tests: readonly AgentTest[]) {
    await this.#require(accountId, agentId);
    const now = this.clock.now();
    await this.rows.put(agentId, tests, now);
    return view(agentId, tests, now);
  }

  /** @throws DomainError agent_not_found, RetryLater */
  async run(accountId: string, agentId: string, request: AgentTestRequest): Promise<AgentTestRun> {
    const agent = new CallableAgent(await this.#require(accountId, agentId));
    return this.runTried({ id: agentId, agent }, request);
  }

  /** A draft has no stored tests. @throws RetryLater */
  async runTried(tried: TriedAgent, request: AgentTestRequest): Promise<AgentTestRun> {
    const { engine } = request;
    if (engine === 'model' && (await this.engines.problem(engine)) === null)
      await this.limit.count(tried.agent.accountId);
    return this.#run(tried, request);
  }

  async #run({ id, agent }: TriedAgent, { tests, engine, only }: AgentTestRequest): Promise<AgentTestRun> {
    const all = tests ?? (id === null ? [] : ((await this.rows.find(id))?.tests ?? []));
    return runAgentTests({
      ...(engine === 'model' ? BY_MODEL : OFFLINE),
      tested: await this.tested.of(agent),
      tests: only === undefined ? all : all.filter(({ name }) => name === only),
      now: TEST_NOW,
      engine,
      engines: this.engines.of(engine),
      problem: () => this.engines.problem(engine),
      inTurn: (test) => (engine === 'model' ? test() : this.#alone(test)),
    });
  }

  #alone<T>(test: () => Promise<T>): Promise<T> {
    const run = this.#last.then(test);
    this.#last = run.catch(() => undefined);
    return run;
  }

  async #require(accountId: string, agentId: string) {
    const state = await this.agents.find(accountId, agentId);
    if (!state) throw agentNotFound(agentId);
    return state;
  }
}

function view(agentId: string, tests: readonly AgentTest[], updatedAt: Date | null) {
  return {
    object: 'agent_tests' as const,
    agent_id: agentId,
    tests,
    updated_at: updatedAt && formatInstant(updatedAt),
  };
}
