import { Injectable } from '@nestjs/common';
import { In } from 'typeorm';
import { among } from '../../platform/database/among';
import { BatchLoaderById } from '../../platform/database/batch-loader';
import { RowMap, type StoredRow } from '../../platform/database/row-map';
import { UnitOfWork } from '../../platform/database/unit-of-work';
import {
  type AgentState,
  type CallableAgentItem,
  type ConsoleAgentRow,
  withLaterSettings,
} from '../domain/agent-state';
import { AgentSchema } from './agent.schema';

const rows = new RowMap<AgentState>(AgentSchema);
const COLUMNS = rows.select('a');

type Lock = '' | 'FOR UPDATE';

/** Stores agents and all their versions. */
@Injectable()
export class AgentRepository {
  readonly #byId: BatchLoaderById<AgentState>;
  readonly #defaults: BatchLoaderById<string>;

  constructor(private readonly unitOfWork: UnitOfWork) {
    this.#byId = new BatchLoaderById(
      unitOfWork,
      async (ids) => new Map((await this.keyShare(ids)).map((agent) => [agent.id, agent])),
    );
    this.#defaults = new BatchLoaderById(unitOfWork, (accounts) => this.#defaultsOf(accounts));
  }

  /** False when another agent of the account has its folded name. */
  async insert(agent: AgentState): Promise<boolean> {
    const isStored = await this.unitOfWork.insertIfUnique(AgentSchema, agent);
    if (isStored) await this.#storeVersion(agent);
    return isStored;
  }

  /** Updates a locked agent. False when another agent of the account has its folded name. */
  async update(agent: AgentState): Promise<boolean> {
    const isStored = await this.unitOfWork.updateIfUnique(() =>
      this.unitOfWork.update(AgentSchema, { id: agent.id }, agent),
    );
    if (isStored) await this.#storeVersion(agent);
    return isStored;
  }

  async find(accountId: string, id: string, lock: Lock = ''): Promise<AgentState | null> {
    const [agent] = await this.#agents(`WHERE a.account_id = $1 AND a.id = $2 ${lock}`, [accountId, id]);
    return agent ?? null;
  }

  /** KEY SHARE: the agent stays enabled while a call is queued. */
  async findKeyShared(accountId: string, id: string): Promise<AgentState | null> {
    const agent = await this.#byId.find(id);
    return agent?.accountId === accountId ? agent : null;
  }

  async lockAny(id: string): Promise<AgentState | null> {
    const [agent] = await this.#agents('WHERE a.id = $1 FOR UPDATE', [id]);
    return agent ?? null;
  }

  /** Locks agents in the order of their ids, so that they cannot be turned off. */
  async keyShare(ids: readonly string[]): Promise<AgentState[]> {
    return this.#agents(`WHERE ${among('a.id', '$1')} ORDER BY a.id FOR KEY SHARE`, [ids]);
  }

  async idByName(accountId: string, nameFolded: string): Promise<string | null> {
    const agent = await this.#table.findOne({ where: { accountId, nameFolded }, select: { id: true } });
    return agent?.id ?? null;
  }

  async callable(accountId: string): Promise<CallableAgentItem[]> {
    return this.unitOfWork.rows<CallableAgentItem>(
      `SELECT id, name, language, uses_contact_name AS "usesContactName", variables FROM agents
       WHERE account_id = $1 AND enabled AND direction <> 'inbound' ORDER BY name_folded, id`,
      [accountId],
    );
  }

  async names(ids: readonly string[]): Promise<Map<string, string>> {
    const found = await this.#table.find({ where: { id: In([...ids]) }, select: { id: true, name: true } });
    return new Map(found.map(({ id, name }) => [id, name]));
  }

  async any(id: string): Promise<AgentState | null> {
    const [agent] = await this.#agents('WHERE a.id = $1', [id]);
    return agent ?? null;
  }

  consoleRows(accountId: string): Promise<ConsoleAgentRow[]> {
    return this.unitOfWork.rows<ConsoleAgentRow>(
      `SELECT id, name, enabled, direction, language, tts_model AS "ttsModel", voice, updated_at AS "updatedAt"
       FROM agents WHERE account_id = $1 ORDER BY name_folded, id`,
      [accountId],
    );
  }

  async engines(ids: readonly string[]): Promise<Map<string, string>> {
    const found = await this.unitOfWork.rows<{ id: string; tts_model: string }>(
      `SELECT id, tts_model FROM agents WHERE ${among('id', '$1')}`,
      [ids],
    );
    return new Map(found.map((row) => [row.id, row.tts_model]));
  }

  async voices(
    ids: readonly string[],
  ): Promise<Map<string, { readonly engine: string; readonly language: string | null }>> {
    const found = await this.unitOfWork.rows<{ id: string; engine: string; language: string | null }>(
      `SELECT id, tts_model AS engine, language FROM agents WHERE ${among('id', '$1')}`,
      [ids],
    );
    return new Map(found.map(({ id, ...voice }) => [id, voice]));
  }

  /** Newest first. */
  async versions(id: string, limit: number): Promise<AgentState[]> {
    const found = await this.unitOfWork.rows<{ script: AgentState; version: Date }>(
      'SELECT script, version FROM agent_versions WHERE agent_id = $1 ORDER BY version DESC LIMIT $2',
      [id, limit],
    );
    return found.map(({ script, version }) => versionOf(script, version));
  }

  /** Ids of agents by the id of each tool that they use. */
  async toolUses(accountId: string): Promise<Map<string, string[]>> {
    const found = await this.unitOfWork.rows<{ tool: string; agents: string[] }>(
      `SELECT t.tool, array_agg(a.id ORDER BY a.name_folded, a.id) AS agents
       FROM agents a CROSS JOIN LATERAL json_array_elements_text(a.tool_ids) AS t (tool)
       WHERE a.account_id = $1 GROUP BY t.tool`,
      [accountId],
    );
    return new Map(found.map(({ tool, agents }) => [tool, agents]));
  }

  async version(id: string, version: Date): Promise<AgentState | null> {
    const row = await this.unitOfWork.row<{ script: AgentState }>(
      'SELECT script FROM agent_versions WHERE agent_id = $1 AND version = $2',
      [id, version],
    );
    return row ? versionOf(row.script, version) : null;
  }

  defaultAgentId(accountId: string): Promise<string | null> {
    return this.#defaults.find(accountId);
  }

  async setDefault(accountId: string, agentId: string, onlyFirst: boolean): Promise<void> {
    const conflict = onlyFirst ? 'NOTHING' : 'UPDATE SET default_agent_id = excluded.default_agent_id';
    await this.unitOfWork.affected(
      `INSERT INTO agent_settings (account_id, default_agent_id) VALUES ($1, $2)
       ON CONFLICT (account_id) DO ${conflict}`,
      [accountId, agentId],
    );
  }

  get #table() {
    return this.unitOfWork.repository(AgentSchema);
  }

  async #defaultsOf(accounts: string[]): Promise<Map<string, string>> {
    const found = await this.unitOfWork.rows<{ account_id: string; default_agent_id: string }>(
      `SELECT account_id, default_agent_id FROM agent_settings WHERE ${among('account_id', '$1')}`,
      [accounts],
    );
    return new Map(found.map((row) => [row.account_id, row.default_agent_id]));
  }

  async #storeVersion(agent: AgentState): Promise<void> {
    await this.unitOfWork.affected(
      'INSERT INTO agent_versions (agent_id, version, script) VALUES ($1, $2, $3::json) ON CONFLICT DO NOTHING',
      [agent.id, agent.updatedAt, JSON.stringify(agent)],
    );
  }

  async #agents(rest: string, parameters: unknown[]): Promise<AgentState[]> {
    const found = await this.unitOfWork.rows<StoredRow>(
      `SELECT ${COLUMNS} FROM agents a ${rest}`,
      parameters,
    );
    return found.map((row) => rows.state(row));
  }
}

/** @param script as JSON, so its instants are texts */
function versionOf(script: AgentState, version: Date): AgentState {
  return withLaterSettings({ ...script, createdAt: new Date(script.createdAt), updatedAt: version });
}
