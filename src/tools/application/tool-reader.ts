import { Injectable } from '@nestjs/common';
import { listView } from '../../platform/http/answers/lists';
import type { ToolState } from '../domain/tool';
import { ToolRepository } from '../infrastructure/tool.repository';
import { AgentUses } from './agent-uses';
import { toolNotFound } from './tool-errors';
import { toolView, type ToolView } from './tool.view';

@Injectable()
export class ToolReader {
  constructor(
    private readonly tools: ToolRepository,
    private readonly agentUses: AgentUses,
  ) {}

  async list(accountId: string) {
    const [tools, uses] = await Promise.all([this.tools.list(accountId), this.uses(accountId)]);
    return listView(tools.map((tool) => toolView(tool, uses.get(tool.id) ?? [])));
  }

  /** @throws DomainError not_found */
  async view(accountId: string, id: string): Promise<ToolView> {
    const [tool, uses] = await Promise.all([this.find(accountId, id), this.uses(accountId)]);
    return toolView(tool, uses.get(id) ?? []);
  }

  /** @throws DomainError not_found */
  async find(accountId: string, id: string): Promise<ToolState> {
    const tool = await this.tools.find(accountId, id);
    if (!tool) throw toolNotFound();
    return tool;
  }

  uses(accountId: string): Promise<ReadonlyMap<string, readonly string[]>> {
    return this.agentUses.of(accountId);
  }
}
