import { Injectable } from '@nestjs/common';
import { TextTalk } from '../../conversation';
import { LinkSigner } from '../../platform/link-signer';
import { Transcriber } from '../../speech';
import { AdditionalLegs, LegRepository, SpeechStreamLimits, TrunkChannels } from '../../trunks';
import { VoiceLineFactory } from '../../voice';
import { CloudGateway } from '../infrastructure/cloud/gateway/cloud-gateway';
import { RecordingSpool } from '../infrastructure/recordings/recording-spool';
import { DialTraces } from '../infrastructure/shared/dial-traces';
import { SipStack } from '../infrastructure/sip/sip-stack';
import { InboundRouter } from './inbound-router';
import { LineReports } from '../infrastructure/shared/line-reports';
import { RunningAudio } from './running-audio';

/** The talk of an agent's call: text, voice, recording and transcript. */
@Injectable()
export class TalkServices {
  constructor(
    readonly talk: TextTalk,
    readonly lines: VoiceLineFactory,
    readonly recordings: RecordingSpool,
    readonly transcriber: Transcriber,
    readonly audio: RunningAudio,
  ) {}
}

/** Rows of legs, and the channels and streams that they occupy. */
@Injectable()
export class LegOccupancy {
  constructor(
    readonly legs: LegRepository,
    readonly channels: TrunkChannels,
    readonly additionalLegs: AdditionalLegs,
    readonly streams: SpeechStreamLimits,
    readonly legLines: LineReports,
  ) {}
}

/** The networks of this process. */
@Injectable()
export class CarrierNetworks {
  readonly sign: (text: string) => string;

  constructor(
    readonly stack: SipStack,
    readonly gateway: CloudGateway,
    readonly inbound: InboundRouter,
    readonly traces: DialTraces,
    signer: LinkSigner,
  ) {
    this.sign = (text) => signer.sign(text);
  }
}
