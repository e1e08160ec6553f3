import { Injectable } from '@nestjs/common';
import { type TestEngine, TestEngines } from '../../../conversation';
import { Clock } from '../../../platform/clock';
import { formatInstant } from '../../../platform/kernel/instant';
import { agentNotFound } from '../../domain/agent-errors';
import type { AgentTest } from '../../domain/agent-test';
import { AgentTestRepository } from '../../infrastructure/agent-test.repository';
import { AgentRepository } from '../../infrastructure/agent.repository';
import { runAgentTests } from './agent-test-run';
import { TestedAgents } from './tested-agents';

const OFFLINE = { withinMs: 20_000, most: Infinity };
/** A model answers slowly. */
const BY_MODEL = { withinMs: 55_000, most: 1 };
/** Of a test, unless its file states another. */
const NOW = new Date('2026-01-05T10:00:00+05:30');

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
  /** A run is CPU: one at a time. */
  #last: Promise<unknown> = Promise.resolve();

  constructor(
    private readonly clock: Clock,
    private readonly agents: AgentRepository,
    private readonly rows: AgentTestRepository,
    private readonly tested: TestedAgents,
    private readonly engines: TestEngines,
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

  /** @throws DomainError agent_not_found */
  run(accountId: string, agentId: string, request: AgentTestRequest) {
    const run = this.#last.then(() => this.#run(accountId, agentId, request));
    this.#last = run.catch(() => undefined);
    return run;
  }

  async #run(accountId: string, agentId: string, { tests, engine, only }: AgentTestRequest) {
    await this.#require(accountId, agentId);
    const tested = await this.tested.find(accountId, agentId);
    const all = tests ?? (await this.rows.find(agentId))?.tests ?? [];
    return runAgentTests({
      ...(engine === 'model' ? BY_MODEL : OFFLINE),
      tested,
      tests: only === undefined ? all : all.filter(({ name }) => name === only),
      now: NOW,
      engine,
      engines: this.engines.of(engine),
      problem: await this.engines.problem(engine),
    });
  }

  async #require(accountId: string, agentId: string): Promise<void> {
    if (!(await this.agents.find(accountId, agentId))) throw agentNotFound(agentId);
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
