import { Injectable } from '@nestjs/common';
import { type CallAudioLocation, CallAudioRepository } from '../../../trunks';
import { ListeningRepository } from '../../infrastructure/listening.repository';
import { Hosts } from '../hosts';

export type ListenSubject = 'call' | 'human_call';

/** Where the audio of running calls is, and how many people listen there. */
@Injectable()
export class AudioPlaces {
  constructor(
    private readonly locations: CallAudioRepository,
    private readonly listenings: ListeningRepository,
    private readonly hosts: Hosts,
  ) {}

  find(callId: string): Promise<CallAudioLocation | null> {
    return this.locations.find(callId);
  }

  listeners(callId: string, place: CallAudioLocation | null) {
    return this.listenings.counts(callId, place?.processId ?? '');
  }

  async isReachable({ processId }: CallAudioLocation): Promise<boolean> {
    return this.hosts.isOwn(processId) || (await this.hosts.origin(processId)) !== null;
  }
}
