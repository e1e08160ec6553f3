import { Injectable } from '@nestjs/common';
import { BufferedUses } from '../../platform/buffered-uses';
import { Clock } from '../../platform/clock';
import { SessionRepository } from '../infrastructure/session.repository';
import { MINUTE_MS } from '../../platform/kernel/time/durations';

/** Records each session's last use, at most once a minute: unused sessions end. */
@Injectable()
export class SessionUses extends BufferedUses {
  constructor(
    private readonly clock: Clock,
    private readonly sessions: SessionRepository,
  ) {
    super();
  }

  recordUse(id: string, known: Date): void {
    const now = this.clock.now();
    if (now.getTime() - known.getTime() >= MINUTE_MS) this.note(id, now);
  }

  protected record(uses: ReadonlyMap<string, Date>): Promise<void> {
    return this.sessions.recordUses(uses);
  }
}
