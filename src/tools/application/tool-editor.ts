import { Injectable } from '@nestjs/common';
import { Clock } from '../../platform/clock';
import { UnitOfWork } from '../../platform/database/unit-of-work';
import type { IdempotencyKey } from '../../platform/http/request-context';
import { IdempotencyKeys } from '../../platform/idempotency/idempotency';
import { newId } from '../../platform/ids';
import { DomainError, type FieldProblem, invalidRequest } from '../../platform/kernel/domain-error';
import { canonicalJson } from '../../platform/kernel/canonical-json';
import { formatInstant } from '../../platform/kernel/instant';
import { kindProblems, sameOrigin, toolProblems } from '../domain/tool-checks';
import { withFunctions } from '../domain/mcp-listing';
import { stamped, type ToolKind, type ToolSettings, type ToolState } from '../domain/tool';
import type { SentHeader } from '../domain/tool-values';
import { plainUrl } from '../domain/url-template';
import { ToolAddressGuard } from '../infrastructure/tool-address-guard';
import { ToolRepository } from '../infrastructure/tool.repository';
import { ToolSecrets } from '../infrastructure/tool-secrets';
import { ToolReader } from './tool-reader';
import { toolNotFound } from './tool-errors';
import type { ToolView } from './tool.view';

export interface NewTool {
  readonly kind: ToolKind;
  readonly name: string;
  readonly settings: ToolSettings;
  readonly headers: readonly SentHeader[];
  /** Names as the client sent them. */
  readonly sent: readonly string[];
}

export interface ToolPatch {
  readonly name?: string | undefined;
  readonly settings: Partial<ToolSettings>;
  readonly headers?: readonly SentHeader[] | undefined;
  readonly sent: readonly string[];
}

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
    private readonly guard: ToolAddressGuard,
    private readonly secrets: ToolSecrets,
    private readonly tools: ToolRepository,
    private readonly reader: ToolReader,
  ) {}

  /** Only the first answer has the secret. @throws DomainError invalid_request, tool_name_taken, idempotency_key_reused */
  async create(accountId: string, input: NewTool, key: IdempotencyKey | null): Promise<CreatedToolView> {
    const problems = [
      ...kindProblems(input.kind, input.sent),
      ...toolProblems(input.kind, input.name, input.settings),
    ];
    await this.#check(problems, input.settings.url);
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

  /** @param matches whether the version is the one that the client read @throws DomainError not_found, version_conflict,
   *   invalid_request, tool_name_taken */
  async change(accountId: string, id: string, patch: ToolPatch, matches: (updatedAt: Date) => boolean) {
    const before = await this.tools.find(accountId, id);
    if (!before) throw toolNotFound();
    if (!matches(before.updatedAt)) throw versionConflict(before.updatedAt);
    const next = this.#changed(before, patch);
    const url = patch.settings.url === undefined ? null : next.settings.url;
    await this.#check(this.#problems(before, next, patch), url);
    if (isEqual(before, next)) return this.reader.view(accountId, id);
    await this.unitOfWork.run(async () => {
      const locked = await this.tools.lock(accountId, id);
      if (!locked) throw toolNotFound();
      if (+locked.updatedAt !== +before.updatedAt) throw versionConflict(locked.updatedAt);
      if (!(await this.tools.update(stamped(next, this.clock.nowMs()))))
        throw await this.#nameInUse(accountId, next.name);
    });
    return this.reader.view(accountId, id);
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
      if (tool.kind !== 'http')
        throw invalidRequest([{ field: 'id', message: 'must be a tool of the kind http' }]);
      const now = this.clock.now();
      const until = new Date(now.getTime() + overlapSeconds * 1_000);
      const made = this.secrets.make(id);
      const overlaps = overlapSeconds > 0;
      await this.tools.update(
        stamped(
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

  #changed(before: ToolState, { name, settings, headers }: ToolPatch): ToolState {
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
            : this.secrets.sealedHeader(before, header.name, header.value),
        ) ?? before.headers,
    };
  }

  /** No secret follows to another host. */
  #problems(before: ToolState, next: ToolState, { headers, sent }: ToolPatch): FieldProblem[] {
    const problems = [
      ...kindProblems(before.kind, sent),
      ...toolProblems(next.kind, next.name, next.settings),
    ];
    const known = new Set(before.headers.map(({ name }) => name.toLowerCase()));
    headers?.forEach(({ name, value }, at) => {
      if (value !== undefined || known.has(name.toLowerCase())) return;
      problems.push({ field: `headers[${at}].value`, message: 'is required' });
    });
    const reusesAny = headers ? headers.some(({ value }) => value === undefined) : before.headers.length > 0;
    if (reusesAny && !sameOrigin(before.settings.url, next.settings.url)) {
      problems.push({
        field: 'headers',
        message: 'must be sent with all values when the origin of url changes',
      });
    }
    return problems;
  }

  async #check(problems: readonly FieldProblem[], url: string | null): Promise<void> {
    const hasUrlProblem = problems.some(({ field }) => field === 'url');
    const message =
      url === null || hasUrlProblem ? undefined : await this.guard.problemOf(new URL(plainUrl(url)));
    const all = [...problems, ...(message === undefined ? [] : [{ field: 'url', message }])];
    if (all.length > 0) throw invalidRequest(all);
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

function versionConflict(updatedAt: Date): DomainError {
  const current = formatInstant(updatedAt);
  return new DomainError(
    'version_conflict',
    `The tool was saved since; its updated_at is now ${current}. Read it again and repeat the change.`,
    { updated_at: current },
  );
}

function isEqual(one: ToolState, other: ToolState): boolean {
  return canonicalJson(one) === canonicalJson(other);
}
