import { Module } from '@nestjs/common';
import { TalkRecorder } from './application/talk-recorder';
import { TextTalk } from './application/text-talk';
import { Analyst } from './domain/analyst';
import { DialogueEngine } from './domain/dialogue-engine';
import { OfflineAnalyst } from './infrastructure/offline-analyst';
import { OfflineDialogue } from './infrastructure/offline-dialogue';

/** What the agent says next, and what was found out, each behind a port. */
@Module({
  providers: [
    { provide: DialogueEngine, useClass: OfflineDialogue },
    { provide: Analyst, useClass: OfflineAnalyst },
    TextTalk,
    TalkRecorder,
  ],
  exports: [TextTalk, TalkRecorder, Analyst],
})
export class ConversationModule {}
