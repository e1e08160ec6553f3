import { Module } from '@nestjs/common';
import type { Config } from '../platform/config';
import { CONFIG } from '../platform/config.token';
import { Readiness } from '../platform/health/readiness';
import { TalkRecorder } from './application/talk-recorder';
import { TextTalk } from './application/text-talk';
import { Analyst } from './domain/analyst';
import { DialogueEngine } from './domain/dialogue-engine';
import { ModelAnalyst } from './infrastructure/model/model-analyst';
import { ModelClient } from './infrastructure/model/model-client';
import { ModelDialogue } from './infrastructure/model/model-dialogue';
import { MODEL_LIMITS } from './infrastructure/model/model-limits';
import { ModelState } from './infrastructure/model/model-state';
import { OfflineAnalyst } from './offline/reading/offline-analyst';
import { OfflineDialogue } from './offline/dialogue/offline-dialogue';

/** What the agent says next, and what was found out, each behind a port; by a model when one is configured. */
@Module({
  providers: [
    OfflineDialogue,
    OfflineAnalyst,
    {
      provide: ModelState,
      inject: [
        { token: CONFIG, optional: true },
        { token: Readiness, optional: true },
      ],
      useFactory: (config?: Config, readiness?: Readiness) => {
        const model = config?.model ?? null;
        const state = new ModelState(model && new ModelClient(model), MODEL_LIMITS);
        readiness?.tell('model', () => state.description);
        return state;
      },
    },
    {
      provide: DialogueEngine,
      inject: [ModelState, OfflineDialogue],
      useFactory: (state: ModelState, offline: OfflineDialogue): DialogueEngine =>
        state.client ? new ModelDialogue(state, offline, MODEL_LIMITS) : offline,
    },
    {
      provide: Analyst,
      inject: [ModelState, OfflineAnalyst],
      useFactory: (state: ModelState, offline: OfflineAnalyst): Analyst =>
        state.client ? new ModelAnalyst(state, offline) : offline,
    },
    TextTalk,
    TalkRecorder,
  ],
  exports: [TextTalk, TalkRecorder, Analyst],
})
export class ConversationModule {}
