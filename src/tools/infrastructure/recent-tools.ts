import { Injectable } from '@nestjs/common';
import type { ToolState } from '../domain/tool';
import { ToolRepository } from './tool.repository';
import { RecentMap } from '../../platform/kernel/collections/recent-map';

/** A tool has at most 130 KB, most of it headers. */
const MAX_TOOLS = 100;

/**
 * The http tools that talks of this process used last, so that a use waits for one statement less. Another process may
 * have changed them: {@link InvocationRepository.insert} checks their version.
 */
@Injectable()
export class RecentTools {
  readonly #tools = new RecentMap<string, ToolState>(MAX_TOOLS);

  constructor(private readonly tools: ToolRepository) {}

  async find(accountId: string, id: string): Promise<ToolState | null> {
    const tool = this.#tools.get(id);
    if (tool?.accountId !== accountId) return this.findAnew(accountId, id);
    this.#tools.set(id, tool);
    return tool;
  }

  async findAnew(accountId: string, id: string): Promise<ToolState | null> {
    const tool = await this.tools.find(accountId, id);
    if (tool?.kind === 'http') this.#tools.set(id, tool);
    else this.#tools.delete(id);
    return tool;
  }
}
