import { Injectable, type OnModuleInit } from '@nestjs/common';
import { VoiceTestRepository } from '../../infrastructure/voice-test.repository';
import { LiveSockets } from '../live-sockets';

/** Leads the sockets of voice tests to their hosts. */
@Injectable()
export class VoiceTestHosts implements OnModuleInit {
  constructor(
    private readonly sockets: LiveSockets,
    private readonly tests: VoiceTestRepository,
  ) {}

  onModuleInit(): void {
    this.sockets.register('voice_test', (id) => this.tests.hostOf(id));
  }
}
