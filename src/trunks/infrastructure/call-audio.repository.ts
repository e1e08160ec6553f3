import { Injectable } from '@nestjs/common';
import { UnitOfWork } from '../../platform/database/unit-of-work';

export interface CallAudioLocation {
  readonly accountId: string;
  readonly processId: string;
  /** The call was answered while listening was on, and the notice was played. */
  readonly mayListen: boolean;
}

/** Finds the media process that has the audio of a running call. */
@Injectable()
export class CallAudioRepository {
  constructor(private readonly unitOfWork: UnitOfWork) {}

  /**
   * Stores that a process has the audio of a call that was answered, and whether people of the account may listen.
   * @param hasNotice the agent has announced it; else the script must
   */
  async began(
    { callId, attempt }: { readonly callId: string; readonly attempt: number },
    processId: string,
    hasNotice: boolean,
  ): Promise<void> {
    await this.unitOfWork.affected(
      `UPDATE legs l SET process_id = $3,
         may_listen = a.listening <> 'off' AND (a.listening_notice = 'script' OR $4)
           AND (a.listening_human OR l.kind <> 'counsellor')
       FROM accounts_for_listening a
       WHERE a.id = l.account_id AND l.call_id = $1 AND l.attempt = $2 AND l.ended_at IS NULL
         AND l.kind IN ('contact', 'inbound', 'counsellor')`,
      [callId, attempt, processId, hasNotice],
    );
  }

  /** The location of the running dial's audio; null when no process has it. */
  find(callId: string): Promise<CallAudioLocation | null> {
    return this.unitOfWork.row<CallAudioLocation>(
      `SELECT account_id AS "accountId", process_id AS "processId", may_listen AS "mayListen" FROM legs
       WHERE call_id = $1 AND ended_at IS NULL AND process_id IS NOT NULL
       ORDER BY began_at DESC LIMIT 1`,
      [callId],
    );
  }
}
