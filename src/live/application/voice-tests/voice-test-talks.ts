import { Injectable, type OnModuleInit } from '@nestjs/common';
import { TestMinutes } from '../../../calls';
import { isOpen, secondsOf } from '../../domain/voice-test-limits';
import { VoiceTestRepository } from '../../infrastructure/voice-test.repository';

/** Counts voice tests for the minutes that calls with a trial phone share with them. */
@Injectable()
export class VoiceTestTalks implements OnModuleInit {
  constructor(
    private readonly minutes: TestMinutes,
    private readonly tests: VoiceTestRepository,
  ) {}

  onModuleInit(): void {
    this.minutes.register(async (accountId, since) =>
      (await this.tests.recent(accountId, since)).map((test) => ({
        createdAt: test.createdAt,
        isOpen: isOpen(test.status),
        seconds: secondsOf(test),
      })),
    );
  }
}
