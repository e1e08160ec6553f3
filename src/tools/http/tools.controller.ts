import { Body, Controller, Delete, Get, Headers, HttpCode, Param, Patch, Post, Res } from '@nestjs/common';
import { ApiBody, ApiHeader, ApiParam, ApiTags } from '@nestjs/swagger';
import type { Response } from 'express';
import { AccountId, Idempotency, Operation } from '../../platform/http/operation';
import type { OperationLimit } from '../../platform/http/rate-limit/operation-limit';
import type { IdempotencyKey, ServiceRequest } from '../../platform/http/request-context';
import { expectedVersion } from '../../platform/kernel/resource-version';
import { ToolEditor } from '../application/tool-editor';
import { ToolReader } from '../application/tool-reader';
import { ToolRefresh } from '../application/tool-refresh';
import { ToolTrial } from '../application/tool-trial';
import { NEW_TOOLS } from './tool-examples';
import {
  changedToolProblems,
  newToolOf,
  newToolProblems,
  problemsOfKind,
  toolPatchOf,
  tryProblems,
} from './tool-input';
import {
  CREATED_TOOL,
  INVOCATION,
  REFRESHED_TOOL,
  REMOVED_TOOL,
  ROTATED_TOOL,
  TOOL,
  TOOL_LIST,
} from './tool.answers';
import {
  ChangeToolRequest,
  CreateToolRequest,
  MAX_OVERLAP_SECONDS,
  RotateToolSecretRequest,
  TryToolRequest,
} from './tool.requests';
import { withETag } from '../../platform/http/answers/entity-tag';
import { DAY_MS, MINUTE_MS } from '../../platform/kernel/time/durations';

const TOOL_ID = ApiParam({ name: 'id', description: 'The id of a tool.', example: TOOL.example.id });

/** Refresh and try count together. */
const REQUEST_LIMITS: readonly OperationLimit[] = [
  {
    kind: 'tool-requests',
    of: 'sender',
    max: 30,
    windowMs: MINUTE_MS,
    label: 'tries and refreshes of tools in a minute',
  },
  {
    kind: 'tool-requests',
    of: 'account',
    max: 200,
    windowMs: DAY_MS,
    label: 'tries and refreshes of tools in 24 hours in one account',
  },
];

function changeProblems(request: ServiceRequest, body: unknown) {
  return versionOf(request.headers['if-match'], body as ChangeToolRequest).problems;
}

function versionOf(ifMatch: string | undefined, body: Partial<ChangeToolRequest> | undefined) {
  const sent: unknown = body?.expected_updated_at;
  const expectedUpdatedAt = typeof sent === 'string' ? sent : undefined;
  return expectedVersion({ ifMatch, expectedUpdatedAt, noun: 'tool' });
}

@ApiTags('Tools')
@Controller('v1/tools')
export class ToolsController {
  constructor(
    private readonly editor: ToolEditor,
    private readonly reader: ToolReader,
    private readonly refreshes: ToolRefresh,
    private readonly trial: ToolTrial,
  ) {}

  @Post()
  @Operation({
    access: ['agents:manage'],
    confirmed: true,
    id: 'createTool',
    summary: 'Make a tool',
    description:
      'The answer has the signing secret, which is shown once; 200 when an Idempotency-Key is replayed.',
    idempotent: true,
    versioned: true,
    answer: { 201: CREATED_TOOL, 200: CREATED_TOOL },
    bodies: NEW_TOOLS,
    lateProblems: newToolProblems,
    errors: ['tool_name_taken'],
  })
  async create(
    @AccountId() accountId: string,
    @Body() body: CreateToolRequest,
    @Idempotency() key: IdempotencyKey | null,
    @Res({ passthrough: true }) response: Response,
  ) {
    const view = await this.editor.create(accountId, newToolOf(body), key);
    response.status(view.idempotent_replay ? 200 : 201);
    return withETag(response, view);
  }

  @Get()
  @Operation({
    access: ['agents:manage'],
    id: 'listTools',
    summary: 'List every tool, by name',
    answer: TOOL_LIST,
  })
  list(@AccountId() accountId: string) {
    return this.reader.list(accountId);
  }

  @Get(':id')
  @TOOL_ID
  @Operation({
    access: ['agents:manage'],
    id: 'getTool',
    summary: 'Read a tool',
    versioned: true,
    answer: TOOL,
    errors: ['not_found'],
  })
  async read(
    @AccountId() accountId: string,
    @Param('id') id: string,
    @Res({ passthrough: true }) response: Response,
  ) {
    return withETag(response, await this.reader.view(accountId, id));
  }

  @Patch(':id')
  @TOOL_ID
  @ApiHeader({
    name: 'If-Match',
    required: false,
    description: "The tool's updated_at as last read, bare or in quotes (its ETag), or *.",
    example: '"2026-11-20T09:15:00.123Z"',
  })
  @Operation({
    access: ['agents:manage'],
    id: 'changeTool',
    summary: 'Change a tool; only what is sent changes',
    description: 'A change of the origin of url needs all values of headers anew.',
    versioned: true,
    answer: TOOL,
    bodies: { off: { enabled: false } },
    moreProblems: changeProblems,
    lateProblems: changedToolProblems,
    errors: ['not_found', 'version_conflict', 'tool_name_taken'],
  })
  async change(
    @AccountId() accountId: string,
    @Param('id') id: string,
    @Headers('if-match') ifMatch: string | undefined,
    @Body() body: ChangeToolRequest,
    @Res({ passthrough: true }) response: Response,
  ) {
    const { version } = versionOf(ifMatch, body);
    return withETag(response, await this.editor.change(accountId, id, toolPatchOf(body), version));
  }

  @Delete(':id')
  @TOOL_ID
  @Operation({
    access: ['agents:manage'],
    id: 'deleteTool',
    summary: 'Remove a tool that no agent uses',
    answer: REMOVED_TOOL,
    errors: ['not_found', 'tool_in_use'],
  })
  remove(@AccountId() accountId: string, @Param('id') id: string) {
    return this.editor.remove(accountId, id);
  }

  @Post(':id/rotate-secret')
  @TOOL_ID
  @HttpCode(200)
  @ApiBody({ type: RotateToolSecretRequest, required: false })
  @Operation({
    access: ['agents:manage'],
    confirmed: true,
    id: 'rotateToolSecret',
    summary: 'Issue a new signing secret',
    description: 'Until the old secret ends, each request carries both signatures, the newest first.',
    optionalBody: true,
    answer: ROTATED_TOOL,
    bodies: { overlap_of_an_hour: { previous_valid_for_seconds: 3_600 } },
    lateProblems: problemsOfKind('http'),
    errors: ['not_found'],
  })
  rotateSecret(
    @AccountId() accountId: string,
    @Param('id') id: string,
    @Body() body: RotateToolSecretRequest,
  ) {
    return this.editor.rotateSecret(accountId, id, body.previous_valid_for_seconds ?? MAX_OVERLAP_SECONDS);
  }

  @Post(':id/refresh')
  @TOOL_ID
  @HttpCode(200)
  @Operation({
    access: ['agents:manage'],
    limits: REQUEST_LIMITS,
    id: 'refreshTool',
    summary: 'List the tools of an MCP server anew',
    description: '200 whatever came of it, within 10 s. For a tool of the kind http 400.',
    answer: REFRESHED_TOOL,
    lateProblems: problemsOfKind('mcp'),
    errors: ['not_found'],
  })
  refresh(@AccountId() accountId: string, @Param('id') id: string) {
    return this.refreshes.run(accountId, id);
  }

  @Post(':id/try')
  @TOOL_ID
  @HttpCode(200)
  @ApiBody({ type: TryToolRequest, required: false })
  @Operation({
    access: ['agents:manage'],
    limits: REQUEST_LIMITS,
    id: 'tryTool',
    summary: 'Use a tool once: one real request, which is not stored',
    description: '200 whatever came of it.',
    optionalBody: true,
    answer: INVOCATION,
    bodies: { an_order: { arguments: { order_id: '4711' } } },
    lateProblems: tryProblems,
    errors: ['not_found'],
  })
  try(@AccountId() accountId: string, @Param('id') id: string, @Body() body: TryToolRequest) {
    return this.trial.run(accountId, id, body.arguments ?? {}, body.function);
  }
}
