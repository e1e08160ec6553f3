import { Injectable, Logger } from '@nestjs/common';
import { CallTimeline } from '../../../calls';
import { AuditLog } from '../../../console';
import { Clock } from '../../../platform/clock';
import { UnitOfWork } from '../../../platform/database/unit-of-work';
import { errorText } from '../../../platform/logging';
import { type ListenSession, ListeningRepository } from '../../infrastructure/listening.repository';

/** As the audit log names it for calls of both kinds. */
const LISTEN_ACTION = 'consoleListen';

/** Stores who listens to what, and afterwards for how long: in the audit log, and without a name in the timeline. */
@Injectable()
export class ListeningJournal {
  readonly #logger = new Logger(ListeningJournal.name);

  constructor(
    private readonly unitOfWork: UnitOfWork,
    private readonly clock: Clock,
    private readonly listenings: ListeningRepository,
    private readonly audit: AuditLog,
    private readonly timeline: CallTimeline,
  ) {}

  /** Never rejects. False: it could not be stored. */
  begin(listening: Omit<ListenSession, 'beganAt' | 'heartbeatAt'>): Promise<boolean> {
    return this.#isDone(this.listenings.insert({ ...listening, beganAt: this.clock.now() }));
  }

  /** @returns the ids that are still there */
  beat(ids: readonly string[]): Promise<Set<string>> {
    return this.listenings.beat(ids, this.clock.now());
  }

  /** @param awayMs since the page was there. Never rejects: after a failure the listening ends as that of a dead host. */
  end(id: string, awayMs: number): Promise<boolean> {
    return this.#isDone(this.#end(id, null, () => new Date(this.clock.nowMs() - awayMs)));
  }

  /** Ends the sessions of dead hosts at their last heartbeat. @param before the latest time of that heartbeat */
  async endSilent(before: Date): Promise<void> {
    for (const id of await this.listenings.silent(before)) {
      await this.#end(id, before, ({ heartbeatAt }) => heartbeatAt);
    }
  }

  async #end(id: string, silentSince: Date | null, endOf: (listening: ListenSession) => Date): Promise<void> {
    await this.unitOfWork.run(async () => {
      const listening = await this.listenings.remove(id, silentSince);
      if (!listening) return;
      const { accountId, subjectKind, callId, loginId, loginName, loginEmail, address, beganAt } = listening;
      const seconds = Math.max(1, Math.round((+endOf(listening) - +beganAt) / 1_000));
      const who = { kind: 'login' as const, id: loginId, name: loginName, email: loginEmail };
      const record = { action: LISTEN_ACTION, subjectId: callId, fields: [], address, count: seconds };
      await this.audit.write(accountId, who, record);
      if (subjectKind !== 'call') return;
      const message = `Somebody of the account listened for ${seconds} s.`;
      await this.timeline.add([{ callId, at: this.clock.now(), type: 'listening', message }]);
    });
  }

  #isDone(change: Promise<void>): Promise<boolean> {
    return change.then(
      () => true,
      (error: unknown) => {
        this.#logger.warn(`who listens could not be stored: ${errorText(error)}`);
        return false;
      },
    );
  }
}
