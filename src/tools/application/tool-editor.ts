import { Injectable } from '@nestjs/common';
import { Clock } from '../../platform/clock';
import { UnitOfWork } from '../../platform/database/unit-of-work';
import type { IdempotencyKey } from '../../platform/http/request-context';
import { IdempotencyKeys } from '../../platform/idempotency/idempotency';
import { newId } from '../../platform/ids';
import { DomainError, type FieldProblem, invalidRequest } from '../../platform/kernel/domain-error';
import { canonicalJson } from '../../platform/kernel/canonical-json';
import { formatInstant } from '../../platform/kernel/instant';
import { assertVersion, type ExpectedVersion } from '../../platform/kernel/resource-version';
import { otherKindProblems } from '../domain/tool-checks';
import { withFunctions } from '../domain/mcp-listing';
import { withNewVersion, type ToolState } from '../domain/tool';
import { ToolRepository } from '../infrastructure/tool.repository';
import { ToolSecrets } from '../infrastructure/tool-secrets';
import { type NewTool, ToolProblems, type ToolPatch } from './tool-problems';
import { ToolReader } from './tool-reader';
import { toolNotFound } from './tool-errors';
import type { ToolView } from './tool.view';

export type CreatedToolView = ToolView & {
  /** http: shown once; null on a replay. */
  readonly secret?: string | null;
  readonly idempotent_replay: boolean;
};

/** Makes and changes tools. */
@Injectable()
export class ToolEditor {
  constructor(
    private readonly unitOfWork: UnitOfWork,
    private readonly clock: Clock,
    private readonly idempotency: IdempotencyKeys,
    private readonly problems: ToolProblems,
    private readonly secrets: ToolSecrets,
    private readonly tools: ToolRepository,
    private readonly reader: ToolReader,
  ) {}

  /** Only the first answer has the secret. @throws DomainError invalid_request, tool_name_taken, idempotency_key_reused */
  async create(accountId: string, input: NewTool, key: IdempotencyKey | null): Promise<CreatedToolView> {
    assertNone(await this.problems.ofNew(input));
    let secret: string | null = null;
    const { replay, resourceId } = await this.idempotency.once(accountId, 'POST /tools', key, async () => {
      const id = newId('tool');
      const { shown, stored } = this.secrets.make(id);
      const now = this.clock.now();
      const headers = input.headers.map(({ name, value = '' }) => this.secrets.sealHeader(id, name, value));
      const { kind, name, settings } = input;
      const previous = { previousSecret: null, previousSecretUntil: null };
      const tool: ToolState = {
        id,
        accountId,
        kind,
        name,
        settings,
        headers,
        ...stored,
        ...previous,
        listed: [],
        createdAt: now,
        updatedAt: now,
      };
      if (!(await this.tools.insert(tool))) throw await this.#nameInUse(accountId, name);
      secret = kind === 'http' ? shown : null;
      return { resourceId: id, first: {} };
    });
    const view = await this.reader.view(accountId, resourceId);
    return { ...view, ...(view.kind === 'http' && { secret }), idempotent_replay: replay };
  }

  /** @throws DomainError not_found, version_conflict, invalid_request, tool_name_taken */
  async change(accountId: string, id: string, patch: ToolPatch, expected: ExpectedVersion) {
    for (;;) {
      const before = await this.tools.find(accountId, id);
      if (!before) throw toolNotFound();
      assertVersion('tool', expected, before.updatedAt);
      const next = this.#change(before, patch);
      assertNone(await this.problems.ofChange(before, patch));
      if (isEqual(before, next) || (await this.#save(before, next))) return this.reader.view(accountId, id);
    }
  }

  /** False: another request saved the tool meanwhile, on which the change is made again. */
  #save(before: ToolState, next: ToolState): Promise<boolean> {
    const { accountId, id, updatedAt } = before;
    return this.unitOfWork.run(async () => {
      const locked = await this.tools.lock(accountId, id);
      if (!locked) throw toolNotFound();
      if (+locked.updatedAt !== +updatedAt) return false;
      if (!(await this.tools.update(withNewVersion(next, this.clock.nowMs()))))
        throw await this.#nameInUse(accountId, next.name);
      return true;
    });
  }

  /** @throws DomainError not_found, tool_in_use */
  async remove(accountId: string, id: string) {
    await this.unitOfWork.run(async () => {
      if (!(await this.tools.lock(accountId, id))) throw toolNotFound();
      const agentIds = (await this.reader.uses(accountId)).get(id) ?? [];
      if (agentIds.length > 0) {
        throw new DomainError(
          'tool_in_use',
          'Agents use the tool: take it from them first, see details.agent_ids.',
          {
            agent_ids: agentIds,
          },
        );
      }
      await this.tools.delete(id);
    });
    return { object: 'tool' as const, id, deleted: true as const };
  }

  /** The old secret also signs for `overlapSeconds`. @throws DomainError not_found, invalid_request */
  async rotateSecret(accountId: string, id: string, overlapSeconds: number) {
    const { shown, until } = await this.unitOfWork.run(async () => {
      const tool = await this.tools.lock(accountId, id);
      if (!tool) throw toolNotFound();
      assertNone(otherKindProblems(tool, 'http'));
      const now = this.clock.now();
      const until = new Date(now.getTime() + overlapSeconds * 1_000);
      const made = this.secrets.make(id);
      const overlaps = overlapSeconds > 0;
      await this.tools.update(
        withNewVersion(
          {
            ...tool,
            ...made.stored,
            previousSecret: overlaps ? tool.secret : null,
            previousSecretUntil: overlaps ? until : null,
          },
          +now,
        ),
      );
      return { shown: made.shown, until };
    });
    const view = await this.reader.view(accountId, id);
    return { ...view, secret: shown, previous_secret_valid_until: formatInstant(until) };
  }

  #change(before: ToolState, { name, settings, headers }: ToolPatch): ToolState {
    const stored = new Map(before.headers.map((header) => [header.name.toLowerCase(), header.value]));
    const sent = Object.fromEntries(Object.entries(settings).filter(([, value]) => value !== undefined));
    const isMoved = settings.url !== undefined && settings.url !== before.settings.url;
    return {
      ...before,
      name: name ?? before.name,
      settings: { ...before.settings, ...sent },
      // Another server's tools were never shown to anybody.
      listed: isMoved ? [] : withFunctions(name ?? before.name, before.listed),
      headers:
        headers?.map((header) =>
          header.value === undefined
            ? { name: header.name, value: stored.get(header.name.toLowerCase()) ?? '' }
            : this.secrets.reuseOrSealHeader(before, header.name, header.value),
        ) ?? before.headers,
    };
  }

  async #nameInUse(accountId: string, name: string): Promise<DomainError> {
    const other = await this.tools.idByName(accountId, name);
    return new DomainError(
      'tool_name_taken',
      `Another tool of the account has the name ${name}: see details.tool_id.`,
      {
        tool_id: other ?? '',
      },
    );
  }
}

/** @throws DomainError invalid_request */
function assertNone(problems: readonly FieldProblem[]): void {
  if (problems.length > 0) throw invalidRequest(problems);
}

function isEqual(one: ToolState, other: ToolState): boolean {
  return canonicalJson(one) === canonicalJson(other);
}
