import { Injectable } from '@nestjs/common';
import { BufferedUses } from '../../platform/buffered-uses';
import { Clock } from '../../platform/clock';
import { KeyRepository } from '../infrastructure/key.repository';
import { MINUTE_MS } from '../../platform/kernel/time/durations';

/** Records each key's last use, to the minute. */
@Injectable()
export class KeyUses extends BufferedUses {
  constructor(
    private readonly clock: Clock,
    private readonly keys: KeyRepository,
  ) {
    super();
  }

  recordUse(keyId: string, known: Date | null): void {
    const minute = new Date(Math.floor(this.clock.nowMs() / MINUTE_MS) * MINUTE_MS);
    if (!known || known < minute) this.note(keyId, minute);
  }

  protected record(uses: ReadonlyMap<string, Date>): Promise<void> {
    return this.keys.recordUses(uses);
  }
}
