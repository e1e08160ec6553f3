import { Injectable } from '@nestjs/common';
import { UnitOfWork } from '../../platform/database/unit-of-work';
import type { AgentTest } from '../domain/agent-test';

/** Stores the tests of agents, beside their versions. */
@Injectable()
export class AgentTestRepository {
  constructor(private readonly unitOfWork: UnitOfWork) {}

  async find(
    agentId: string,
  ): Promise<{ readonly tests: readonly AgentTest[]; readonly updatedAt: Date } | null> {
    const row = await this.unitOfWork.row<{ tests: AgentTest[]; updated_at: Date }>(
      'SELECT tests, updated_at FROM agent_tests WHERE agent_id = $1',
      [agentId],
    );
    return row ? { tests: row.tests, updatedAt: row.updated_at } : null;
  }

  async put(agentId: string, tests: readonly AgentTest[], now: Date): Promise<void> {
    await this.unitOfWork.affected(
      `INSERT INTO agent_tests (agent_id, tests, updated_at) VALUES ($1, $2::json, $3)
       ON CONFLICT (agent_id) DO UPDATE SET tests = excluded.tests, updated_at = excluded.updated_at`,
      [agentId, JSON.stringify(tests), now],
    );
  }
}
