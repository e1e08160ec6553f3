import { Injectable } from '@nestjs/common';
import { Accounts } from '../../../accounts';
import { AgentTrials, type TriedAgent } from '../../../agents';
import type { AccountPrincipal } from '../../../platform/http/request-context';
import { SpeechReadiness } from '../../../trunks';
import { voiceTestsOff } from '../../domain/live-errors';
import { Tickets } from '../tickets';
import { VoiceTestAdmission } from './voice-test-admission';
import { type TestValues, VoiceTestBriefs } from './voice-test-briefs';
import { VoiceTestReader } from './voice-test-reader';

export interface NewVoiceTest extends TestValues {
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
    private readonly accounts: Accounts,
    private readonly trials: AgentTrials,
    private readonly speech: SpeechReadiness,
    private readonly briefs: VoiceTestBriefs,
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
    const tried = await this.#agent(principal, request.agent);
    const { id: agentId, agent } = tried;
    const account = await this.accounts.get(accountId);
    if (account.voiceTests === 0) throw voiceTestsOff();
    const { language, engine } = agent;
    await this.speech.require(ANY_REAL_CARRIER, { id: agentId ?? agent.id, language, engine });
    const brief = await this.briefs.prepare(tried, account, request);
    const test = await this.admission.admit({
      accountId,
      loginId: login.id,
      loginName: login.name,
      agentId,
      agentName: brief.agentName,
      language,
      ttsModel: engine,
      voice: brief.voice,
      agentMinutes: agent.maxMinutes,
      record: request.record && account.recording,
      atOnce: account.voiceTests,
      minutes: account.voiceTestMinutes,
      brief: brief.of,
      accountName: (id) => this.reader.accountName(principal, id),
    });
    await brief.fill(test);
    const subject = { subjectKind: 'voice_test', subjectId: test.id, sessionId: principal.id } as const;
    const ticket = await this.tickets.issue({ ...subject, accountId });
    return {
      ...this.reader.view(test),
      ticket,
      socket: `/console/live/voice-tests/${test.id}`,
      warnings: brief.warnings,
    };
  }

  #agent({ accountId, countries }: AccountPrincipal, agent: string | object): Promise<TriedAgent> {
    return typeof agent === 'string'
      ? this.trials.loadSaved(accountId, agent)
      : this.trials.draft(accountId, agent, countries);
  }
}
