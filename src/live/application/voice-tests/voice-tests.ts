import { Injectable } from '@nestjs/common';
import { Accounts } from '../../../accounts';
import { AgentTrials, type TriedAgent } from '../../../agents';
import { Clock } from '../../../platform/clock';
import type { AccountPrincipal } from '../../../platform/http/request-context';
import { SpeechReadiness } from '../../../trunks';
import { voiceTestsOff } from '../../domain/live-errors';
import type { StoredBrief } from '../../domain/voice-test';
import { Tickets } from '../tickets';
import { VoiceTestAdmission } from './voice-test-admission';
import { VoiceTestReader } from './voice-test-reader';

type Values = Parameters<TriedAgent['agent']['fill']>[0];

export interface NewVoiceTest extends Values {
  /** The id of an agent, or a draft as the body of POST /v1/agents. */
  readonly agent: string | object;
  readonly record: boolean;
}

/** Real calls need no carrier to talk: the engines of every kind are the same. */
const ANY_REAL_CARRIER = 'sip';

/** Starts voice tests. */
@Injectable()
export class VoiceTests {
  constructor(
    private readonly clock: Clock,
    private readonly accounts: Accounts,
    private readonly trials: AgentTrials,
    private readonly speech: SpeechReadiness,
    private readonly admission: VoiceTestAdmission,
    private readonly tickets: Tickets,
    private readonly reader: VoiceTestReader,
  ) {}

  /**
   * @throws DomainError agent_not_found, voice_tests_off, agent_cannot_talk, voice_test_running, rate_limited, no_room,
   * invalid_request for a draft
   */
  async start(principal: AccountPrincipal, request: NewVoiceTest) {
    const { accountId, login } = principal;
    if (!login) throw new Error('a voice test needs a session');
    const { id: agentId, agent } = await this.#agent(principal, request.agent);
    const account = await this.accounts.get(accountId);
    if (account.voiceTests === 0) throw voiceTestsOff();
    const { language, engine } = agent;
    await this.speech.require(ANY_REAL_CARRIER, { id: agentId ?? agent.id, language, engine });
    const now = this.clock.now();
    const script = agent.fill(request, now, account.timezone);
    const test = await this.admission.admit({
      accountId,
      loginId: login.id,
      loginName: login.name,
      agentId,
      agentName: script.agentName,
      language,
      ttsModel: engine,
      voice: script.voice.voice,
      agentMinutes: agent.maxMinutes,
      record: request.record && account.recording,
      atOnce: account.voiceTests,
      minutes: account.voiceTestMinutes,
      brief: (maxSeconds): StoredBrief => ({
        talk: {
          ...script,
          direction: 'inbound',
          accountName: account.name,
          notice: null,
          contactName: request.contact.name ?? null,
          now: now.toISOString(),
          timeZone: account.timezone,
          maxSeconds,
        },
        questions: agent.questions,
        dispositions: account.dispositions,
      }),
    });
    const subject = { subjectKind: 'voice_test', subjectId: test.id, sessionId: principal.id } as const;
    const ticket = await this.tickets.issue({ ...subject, accountId });
    return {
      ...this.reader.view(test),
      ticket,
      socket: `/console/live/voice-tests/${test.id}`,
      warnings: agent.warningsFor(request.contact, request.variables),
    };
  }

  #agent({ accountId, countries }: AccountPrincipal, agent: string | object): Promise<TriedAgent> {
    return typeof agent === 'string'
      ? this.trials.saved(accountId, agent)
      : this.trials.draft(accountId, agent, countries);
  }
}
