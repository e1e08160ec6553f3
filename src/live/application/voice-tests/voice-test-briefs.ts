import { Injectable } from '@nestjs/common';
import type { Accounts } from '../../../accounts';
import { Agents, type TriedAgent } from '../../../agents';
import { Clock } from '../../../platform/clock';
import type { Warning } from '../../../platform/kernel/warning';
import { withTimeout } from '../../../platform/kernel/time/timeout';
import type { TalkCall, TalkTools } from '../../../shared-kernel/tool-use';
import { EarlyTools, type ProvidedValues, ToolCatalog } from '../../../tools';
import type { StoredBrief, VoiceTestState } from '../../domain/voice-test';
import { VoiceTestRepository } from '../../infrastructure/voice-test.repository';

type Values = Parameters<TriedAgent['agent']['fill']>[0];

export interface TestValues extends Values {
  readonly contact: Values['contact'] & { readonly externalId?: string | undefined };
}

type Account = Awaited<ReturnType<Accounts['get']>>;

/** What a voice test is about. */
interface TestSubject {
  readonly tried: TriedAgent;
  readonly account: Account;
  readonly values: TestValues;
  readonly now: Date;
}

type BriefedTest = Pick<VoiceTestState, 'id' | 'maxSeconds'>;

interface PreparedBrief {
  readonly agentName: string;
  readonly voice: string;
  readonly warnings: readonly Warning[];
  readonly of: (test: BriefedTest) => StoredBrief;
  /** Requests the tools that fill placeholders, and stores the brief with what they provide in time. */
  readonly fill: (test: BriefedTest) => Promise<void>;
}

/** As before the answer of an inbound call. */
const EARLY_MS = 2_000;

/** Makes the briefs of voice tests, with the agent's tools as they are now. */
@Injectable()
export class VoiceTestBriefs {
  constructor(
    private readonly clock: Clock,
    private readonly agents: Agents,
    private readonly catalog: ToolCatalog,
    private readonly early: EarlyTools,
    private readonly tests: VoiceTestRepository,
  ) {}

  async prepare(tried: TriedAgent, account: Account, values: TestValues): Promise<PreparedBrief> {
    const subject = { tried, account, values, now: this.clock.now() };
    const { agent } = tried;
    const { toolIds } = agent.tools;
    const [specs, before] = await Promise.all([
      this.catalog.specsOf(account.id, agent.tools),
      this.catalog.beforeTools(account.id, toolIds),
    ]);
    const tools = (id: string) => ({ ...this.#talkOf(subject, id), specs });
    const of = (test: BriefedTest, provided?: ProvidedValues) =>
      briefOf(subject, test, specs.length === 0 ? undefined : tools(test.id), provided);
    const names = before.flatMap(({ settings }) => settings.provides);
    const { agentName, voice } = agent.fill(values, subject.now, account.timezone);
    return {
      agentName,
      voice: voice.voice,
      warnings: agent.warningsFor(values.contact, values.variables, names),
      of: (test) => of(test),
      fill: async (test) => {
        if (before.length === 0) return;
        let soFar: ProvidedValues | null = null;
        const fetched = this.early.fetch(this.#talkOf(subject, test.id), toolIds, (values) => {
          soFar = values;
        });
        const provided = await withTimeout(EARLY_MS, fetched, () => soFar);
        if (provided) await this.tests.fillBrief(test.id, of(test, provided));
      },
    };
  }

  #talkOf(subject: TestSubject, callId: string): Omit<TalkTools, 'specs'> {
    const { id: accountId } = subject.account;
    return { accountId, callId, attempt: 1, test: true, call: this.#callOf(subject, callId) };
  }

  /** As requests of its tools state it: without a number. */
  #callOf({ tried, account, values, now }: TestSubject, id: string): TalkCall {
    const { timezone: timeZone } = account;
    const { contact, variables } = values;
    const { name, email, externalId } = contact;
    const filled = this.agents.placeholderValues(values, now, timeZone);
    filled.set('external_id', externalId ?? '');
    filled.set('call_id', id);
    // Variables do not stand in for it.
    filled.set('phone_number', '');
    return {
      agentId: tried.id,
      direction: 'inbound',
      test: true,
      phoneNumber: null,
      contact: {
        ...(name != null && { name }),
        ...(email != null && { email }),
        ...(externalId !== undefined && { external_id: externalId }),
      },
      variables,
      metadata: {},
      values: Object.fromEntries(filled),
      timeZone,
    };
  }
}

/** The test's own variables have precedence over values that tools provide. */
function briefOf(
  { tried: { agent }, account, values: { contact, variables }, now }: TestSubject,
  { maxSeconds }: BriefedTest,
  tools: TalkTools | undefined,
  provided: ProvidedValues = {},
): StoredBrief {
  const filled = { contact, variables: { ...provided, ...variables } };
  return {
    talk: {
      ...agent.fill(filled, now, account.timezone),
      direction: 'inbound',
      accountName: account.name,
      notice: null,
      contactName: contact.name ?? null,
      now: now.toISOString(),
      timeZone: account.timezone,
      maxSeconds,
      tools,
    },
    questions: agent.questions,
    dispositions: account.dispositions,
  };
}
