import type { OnModuleInit } from '@nestjs/common';
import type { Clock } from '../../platform/clock';
import type { Contact, Eraser, Erasers, Erasure, FoundCalls } from '../../platform/erasure/erasers';

interface CancelableCall {
  cancel(reason: string, now: Date): boolean;
}

/** Erases a contact from calls of one kind. Times and charges stay. */
export abstract class ContactEraser<C extends CancelableCall> implements Eraser, OnModuleInit {
  /** Determines the order of erasure. */
  protected abstract readonly subject: Parameters<Erasers['register']>[0];
  protected abstract readonly canceledCount: string;
  protected abstract readonly rows: {
    find(accountId: string, phoneNumber: string): Promise<FoundCalls>;
  };

  constructor(
    private readonly erasers: Erasers,
    private readonly clock: Clock,
  ) {}

  abstract erase(erasure: Erasure): Promise<Record<string, number>>;
  protected abstract lockWaiting(callIds: readonly string[]): Promise<C[]>;
  protected abstract store(accountId: string, canceled: readonly C[]): Promise<void>;

  onModuleInit(): void {
    this.erasers.register(this.subject, this);
  }

  find({ accountId, phoneNumber }: Contact): Promise<FoundCalls> {
    return this.rows.find(accountId, phoneNumber);
  }

  async cancelWaiting({ accountId, callIds }: Erasure): Promise<Record<string, number>> {
    const canceled = (await this.lockWaiting(callIds)).filter((call) =>
      call.cancel('Canceled: the data of this contact was erased.', this.clock.now()),
    );
    await this.store(accountId, canceled);
    return { [this.canceledCount]: canceled.length };
  }
}
