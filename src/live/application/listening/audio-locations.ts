import { Injectable } from '@nestjs/common';
import { type CallAudioLocation, CallAudioRepository } from '../../../trunks';
import { ListeningRepository } from '../../infrastructure/listening.repository';
import { Hosts } from '../hosts';

export type ListenSubject = 'call' | 'human_call';

/** Where the audio of running calls is, and how many people listen there. */
@Injectable()
export class AudioLocations {
  constructor(
    private readonly locations: CallAudioRepository,
    private readonly listenings: ListeningRepository,
    private readonly hosts: Hosts,
  ) {}

  find(callId: string): Promise<CallAudioLocation | null> {
    return this.locations.find(callId);
  }

  listeners(callId: string, location: CallAudioLocation | null) {
    return this.listenings.counts(callId, location?.processId ?? '');
  }

  async isReachable({ processId }: CallAudioLocation): Promise<boolean> {
    return this.hosts.isOwn(processId) || (await this.hosts.origin(processId)) !== null;
  }
}
