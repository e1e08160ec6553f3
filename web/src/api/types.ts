import type { components as ConsoleApi } from './console.gen';
import type { components as V1 } from './v1.gen';

type Own = ConsoleApi['schemas'];

export type Session = Own['Session'];
export type SessionAccount = Session['accounts'][number];
export type Scope = SessionAccount['scopes'][number];
export type Role = SessionAccount['roles'][number];
export type Home = Own['Home'];
export type CallRow = Own['CallRow'];
export type CallContext = Own['CallContext'];
export type BatchRow = Own['BatchRow'];
export type Batch = Own['ConsoleBatch'];
export type BatchPreview = Own['BatchPreview'];
export type { RejectedRow } from './error';
export type QueuedBatch = Own['QueuedBatch'];
export type Estimate = Own['Estimate'];
export type NotReachedCall = Own['NotReachedCall'];
export type Settings = Own['Settings'];
export type Member = Own['Member'];
export type Counsellor = Own['Counsellor'];
export type ApiKey = Own['ApiKey'];
export type CreatedApiKey = Own['CreatedApiKey'];
export type DeliveryStory = Own['DeliveryStory'];
export type WebhookStats = Own['WebhookStats'];
export type AgentRow = Own['AgentRow'];
export type AgentValidation = Own['AgentValidation'];
export type AgentResources = Own['AgentResources'];
export type AuditEntry = Own['AuditEntry'];

export type DoNotCallEntry = Own['DoNotCall'];
export type Credits = V1['schemas']['Credits'];
export type CreditTransaction = V1['schemas']['CreditTransaction'];

export type Agent = V1['schemas']['Agent'];
export type VoiceEngine = V1['schemas']['VoiceEngine'];
export type Call = V1['schemas']['Call'];
export type Outcome = NonNullable<Call['outcome']>;
export type Delivery = V1['schemas']['Delivery'];
export type Webhook = V1['schemas']['Webhook'];
export type WebhookTest = V1['schemas']['WebhookTest'];
export type AddedCounsellor = V1['schemas']['AddedCounsellor'];
export type Warning = V1['schemas']['Warning'];
