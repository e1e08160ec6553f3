import type { components } from './api.gen';

type Schemas = components['schemas'];

export type Session = Schemas['Session'];
export type SessionAccount = Session['accounts'][number];
export type Scope = SessionAccount['scopes'][number];
export type Role = SessionAccount['roles'][number];
export type Home = Schemas['Home'];
export type Insights = Schemas['Insights'];
export type CallRow = Schemas['CallRow'];
export type CallContext = Schemas['CallContext'];
export type BatchRow = Schemas['BatchRow'];
export type Batch = Schemas['ConsoleBatch'];
export type BatchPreview = Schemas['BatchPreview'];
export type { RejectedRow } from './error';
export type QueuedBatch = Schemas['QueuedBatch'];
export type Estimate = Schemas['Estimate'];
export type NotReachedCall = Schemas['NotReachedCall'];
export type Settings = Schemas['Settings'];
export type Member = Schemas['Member'];
export type Counsellor = Schemas['ConsoleCounsellor'];
export type ApiKey = Schemas['ApiKey'];
export type CreatedApiKey = Schemas['CreatedApiKey'];
export type DeliveryStory = Schemas['DeliveryStory'];
export type WebhookStats = Schemas['WebhookStats'];
export type AgentVersion = Schemas['AgentVersion'];
export type AgentRow = Schemas['AgentRow'];
export type AgentValidation = Schemas['AgentValidation'];
export type AgentResources = Schemas['AgentResources'];
export type TestConversation = Schemas['TestConversationRequest'];
export type TestOutcome = Schemas['TestOutcome'];
export type AuditEntry = Schemas['AuditEntry'];

export type DoNotCallEntry = Schemas['ConsoleDoNotCall'];
export type Credits = Schemas['Credits'];
export type CreditTransaction = Schemas['CreditTransaction'];

export type Agent = Schemas['Agent'];
export type VoiceEngine = Schemas['VoiceEngine'];
export type Call = Schemas['Call'];
export type Outcome = NonNullable<Call['outcome']>;
export type Delivery = Schemas['Delivery'];
export type Webhook = Schemas['Webhook'];
export type WebhookTest = Schemas['WebhookTest'];
export type AddedCounsellor = Schemas['AddedCounsellor'];
export type Warning = Schemas['Warning'];
