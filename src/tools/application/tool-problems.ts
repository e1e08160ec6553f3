import { Injectable } from '@nestjs/common';
import type { FieldProblem } from '../../platform/kernel/domain-error';
import { kindProblems, sameOrigin, toolProblems } from '../domain/tool-checks';
import type { ToolKind, ToolSettings, ToolState } from '../domain/tool';
import type { SentHeader } from '../domain/tool-values';
import { plainUrl } from '../domain/url-template';
import { ToolAddressGuard } from '../infrastructure/tool-address-guard';
import { ToolRepository } from '../infrastructure/tool.repository';

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

const NO_FIELDS: ReadonlySet<string> = new Set();

/** Finds what is wrong with tools beyond single fields. `wrong` names fields with a problem of their own. */
@Injectable()
export class ToolProblems {
  constructor(
    private readonly guard: ToolAddressGuard,
    private readonly tools: ToolRepository,
  ) {}

  async ofNew(
    { kind, name, settings, sent }: NewTool,
    wrong: ReadonlySet<string> = NO_FIELDS,
  ): Promise<FieldProblem[]> {
    const problems = wrong.has('kind')
      ? []
      : [...kindProblems(kind, sent), ...toolProblems(kind, name, settings, wrong)];
    return this.#withAddress(problems, wrong.has('url') ? undefined : settings.url);
  }

  /** Another origin requires the values of all headers again: no secret follows to another host. */
  async ofChange(
    before: ToolState,
    { name = before.name, settings, headers, sent }: ToolPatch,
    wrong: ReadonlySet<string> = NO_FIELDS,
  ): Promise<FieldProblem[]> {
    const next = { ...before.settings, ...settings };
    const problems = [
      ...kindProblems(before.kind, sent),
      ...toolProblems(before.kind, name, next, wrong),
      ...unknownHeaders(before, headers),
    ];
    const reusesAny = headers ? headers.some(({ value }) => value === undefined) : before.headers.length > 0;
    if (reusesAny && !wrong.has('headers') && !sameOrigin(before.settings.url, next.url)) {
      const message = 'must be sent with all values when the origin of url changes';
      problems.push({ field: 'headers', message });
    }
    return this.#withAddress(problems, settings.url);
  }

  /** The problems of a stored tool; none of a tool that does not exist. */
  async ofStored(
    accountId: string,
    id: string,
    judge: (tool: ToolState) => readonly FieldProblem[] | Promise<readonly FieldProblem[]>,
  ): Promise<readonly FieldProblem[]> {
    const tool = await this.tools.find(accountId, id);
    return tool ? judge(tool) : [];
  }

  async #withAddress(problems: FieldProblem[], url: string | undefined): Promise<FieldProblem[]> {
    if (url === undefined || problems.some(({ field }) => field === 'url')) return problems;
    const message = await this.guard.problemOf(new URL(plainUrl(url)));
    return message === undefined ? problems : [...problems, { field: 'url', message }];
  }
}

function unknownHeaders(before: ToolState, headers: ToolPatch['headers'] = []): FieldProblem[] {
  const known = new Set(before.headers.map(({ name }) => name.toLowerCase()));
  return headers.flatMap(({ name, value }, at) =>
    value === undefined && !known.has(name.toLowerCase())
      ? [{ field: `headers[${at}].value`, message: 'is required' }]
      : [],
  );
}
