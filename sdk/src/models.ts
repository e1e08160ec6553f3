import type { components } from './schema.gen.ts';

type Schemas = components['schemas'];

export type Agent = Schemas['Agent'];
export type Tool = Schemas['Tool'];
export type Batch = Schemas['Batch'];
export type Call = Schemas['Call'];
export type CallOutcome = NonNullable<Call['outcome']>;
export type CallStatus = Call['status'];
export type Counsellor = Schemas['Counsellor'];
export type Credits = Schemas['Credits'];
export type Delivery = Schemas['Delivery'];
export type HumanCall = Schemas['HumanCall'];
export type TimelineEntry = Schemas['TimelineEntry'];
export type TranscriptEntry = Schemas['TranscriptEntry'];
export type Webhook = Schemas['Webhook'];

export type CreateAgentRequest = Schemas['CreateAgentRequest'];
export type CreateBatchRequest = Schemas['QueueBatchRequest'];
export type CreateCallRequest = Schemas['QueueCallRequest'];
export type CreateHumanCallRequest = Schemas['QueueHumanCallRequest'];
