import { Injectable } from '@nestjs/common';
import type { AccountPrincipal } from '../../../platform/http/request-context';
import { listView, pageAfter } from '../../../platform/http/answers/lists';
import { RecordingLinks } from '../../../platform/storage/recording-links';
import { Sessions } from '../../../sign-in';
import { voiceTestNotFound } from '../../domain/live-errors';
import type { VoiceTestState } from '../../domain/voice-test';
import { VoiceTestRepository } from '../../infrastructure/voice-test.repository';
import { voiceTestRow, voiceTestView } from './voice-test.view';

export type VoiceTestViewer = Pick<AccountPrincipal, 'accountId' | 'scopes' | 'login'>;

/** Shows voice tests: one's own, and with agents:manage all of the account. */
@Injectable()
export class VoiceTestReader {
  constructor(
    private readonly tests: VoiceTestRepository,
    private readonly links: RecordingLinks,
    private readonly sessions: Sessions,
  ) {}

  /** null: the person of the session is no active member. */
  async accountName(
    { id: sessionId }: Pick<AccountPrincipal, 'id'>,
    accountId: string,
  ): Promise<string | null> {
    const session = await this.sessions.find(sessionId);
    return session?.memberships.find((one) => one.accountId === accountId)?.accountName ?? null;
  }

  /** Newest first. @throws DomainError invalid_request for an unknown `after` */
  async list(
    { accountId, scopes, login }: VoiceTestViewer,
    agentId: string | undefined,
    limit: number,
    after: string | undefined,
  ) {
    const loginId = seesAll(scopes) ? undefined : (login?.id ?? '');
    const rows = await this.tests.list(accountId, { agentId, loginId }, limit + 1, after);
    const page = await pageAfter('voice test', { rows, limit, startingAfter: after }, (id) =>
      this.tests.find(accountId, id),
    );
    return listView(
      page.rows.map((test) => voiceTestRow(test, this.#recording(test))),
      page.hasMore,
    );
  }

  /** @throws DomainError not_found */
  async read(viewer: VoiceTestViewer, id: string) {
    return this.view(await this.find(viewer, id));
  }

  /** @throws DomainError not_found, also for a test of another person */
  async find({ accountId, scopes, login }: VoiceTestViewer, id: string): Promise<VoiceTestState> {
    const test = await this.tests.find(accountId, id);
    if (!test || (!seesAll(scopes) && test.loginId !== login?.id)) throw voiceTestNotFound();
    return test;
  }

  view(test: VoiceTestState) {
    return voiceTestView(test, this.#recording(test));
  }

  #recording({ id, recording }: VoiceTestState) {
    return recording === 'stored' ? this.links.to(id) : null;
  }
}

function seesAll(scopes: ReadonlySet<string>): boolean {
  return scopes.has('agents:manage');
}
