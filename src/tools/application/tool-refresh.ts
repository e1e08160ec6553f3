import { Injectable } from '@nestjs/common';
import { Clock } from '../../platform/clock';
import { UnitOfWork } from '../../platform/database/unit-of-work';
import { invalidRequest } from '../../platform/kernel/domain-error';
import type { ToolError } from '../../shared-kernel/tool-use';
import { type ListingChanges, listingChanges, listingOf, type OfferedFunction } from '../domain/mcp-listing';
import { otherKindProblems } from '../domain/tool-checks';
import { withNewVersion, type ToolState } from '../domain/tool';
import { ToolSender } from '../infrastructure/tool-sender';
import { ToolRepository } from '../infrastructure/tool.repository';
import { toolNotFound } from './tool-errors';
import { ToolReader } from './tool-reader';
import type { ToolView } from './tool.view';

/** Names as the server has them. */
type RefreshView = ListingChanges & { readonly ok: boolean; readonly error: string | null };
export type RefreshedToolView = ToolView & { readonly refresh: RefreshView };

const NOTHING: ListingChanges = { added: [], changed: [], removed: [] };

/** Lists the tools of an MCP server: nothing else changes what agents use of it. */
@Injectable()
export class ToolRefresh {
  constructor(
    private readonly unitOfWork: UnitOfWork,
    private readonly clock: Clock,
    private readonly tools: ToolRepository,
    private readonly reader: ToolReader,
    private readonly sender: ToolSender,
  ) {}

  /** The list stays as it is when the server fails. @throws DomainError not_found, invalid_request */
  async run(accountId: string, id: string): Promise<RefreshedToolView> {
    const tool = await this.reader.find(accountId, id);
    const problems = otherKindProblems(tool, 'mcp');
    if (problems.length > 0) throw invalidRequest(problems);
    const found = await this.sender.list(tool);
    const refresh: RefreshView =
      'tools' in found
        ? { ok: true, error: null, ...(await this.#store(tool, found.tools)) }
        : { ok: false, error: found.kind === 'dropped' ? null : textOf(found.error), ...NOTHING };
    return { ...(await this.reader.view(accountId, id)), refresh };
  }

  #store(previous: ToolState, offered: readonly OfferedFunction[]): Promise<ListingChanges> {
    return this.unitOfWork.run(async () => {
      const tool = await this.tools.lock(previous.accountId, previous.id);
      if (!tool) throw toolNotFound();
      // Saved with another URL meanwhile: the list is that of another server.
      if (tool.settings.url !== previous.settings.url) return NOTHING;
      const listed = listingOf(tool.name, offered);
      if (JSON.stringify(listed) !== JSON.stringify(tool.listed)) {
        await this.tools.update(withNewVersion({ ...tool, listed }, this.clock.nowMs()));
      }
      return listingChanges(tool.listed, listed);
    });
  }
}

function textOf({ code, message }: ToolError): string {
  return `${code}: ${message}`;
}
