/* eslint-disable */
type Json<T> = { content: { 'application/json': T } };
type Op<A, Q = never, B = never, P = never> = {
  parameters: ([Q] extends [never] ? { query?: never } : { query?: Q }) &
    ([P] extends [never] ? { path?: never } : { path: P }) & { header?: never; cookie?: never };
  requestBody: [B] extends [never] ? never : Json<B>;
  responses: { 200: Json<A> };
};
type OpNoBody<A, Q = never, P = never> = Omit<Op<A, Q, never, P>, 'requestBody'> & { requestBody?: never };
interface List<T> {
  object: 'list';
  data: T[];
  has_more: boolean;
}
type Role = 'ADMIN' | 'STAFF' | 'COUNSELLOR';
export interface components {
  schemas: {
    Service: { object: 'service'; setup_needed: boolean; sends_mail: boolean; sign_in_at: string | null };
    Session: {
      object: 'session';
      id: string;
      login: { id: string; name: string; email: string; mobile_number: string | null };
      accounts: {
        id: string;
        name: string;
        timezone: string;
        member_id: string;
        roles: Role[];
        scopes: string[];
        can_call: boolean;
        blocked_reason: string | null;
      }[];
      signed_in_at: string;
      confirmed_until: string;
      expires_at: string;
    };
    SignedOut: { object: 'session'; signed_out: true };
    Link: {
      object: 'link';
      email: string;
      name: string;
      account_name: string | null;
      roles: Role[];
      expires_at: string;
    };
    SessionRow: {
      object: 'session';
      id: string;
      current: boolean;
      address: string | null;
      browser: string | null;
      signed_in_at: string;
      last_used_at: string;
    };
    Home: {
      object: 'home';
      waiting: number;
      in_progress: number;
      lines: number;
      connected: number;
      not_connected: number;
      connect_rate: number | null;
      talk_minutes: number;
      credits_available: number;
      held: { reason: string; until: string | null; count: number }[];
      hours: { hour: number; connected: number; not_connected: number }[];
      days: { day: string; connected: number; not_connected: number }[];
      outcomes: { disposition: string; count: number }[];
      steps: { agent: boolean; call: boolean; batch: boolean; webhook: boolean; team: boolean };
    };
    Instant: { object: 'instant'; local: string; at: string };
    CallRow: {
      object: 'call_row';
      id: string;
      status: string;
      status_reason: string | null;
      scheduled_for: string | null;
      phone_number: string;
      contact_name: string | null;
      external_id: string | null;
      agent: { id: string; name: string };
      batch_id: string | null;
      test: boolean;
      duration_seconds: number | null;
      credits: number | null;
      disposition: string | null;
      lead_rating: number | null;
      created_at: string;
      ended_at: string | null;
    };
    CallContext: {
      object: 'call_context';
      agent: { id: string; name: string; version: string | null; current: boolean | null; script?: unknown };
      batch: { id: string; name: string | null } | null;
      credits: number | null;
      live: {
        status: string;
        status_reason: string | null;
        elapsed_seconds: number | null;
        turns: { speaker: string; text: string; start_ms: number; end_ms: number }[];
      } | null;
    };
    AgentRow: {
      object: 'agent_row';
      id: string;
      name: string;
      enabled: boolean;
      direction: string;
      language: string | null;
      tts_model: string;
      voice: string;
      is_default: boolean;
      updated_at: string;
    };
    Settings: {
      object: 'settings';
      name: string;
      timezone: string;
      calling_hours: { from: string; to: string } | null;
      recall_gap_minutes: number;
      daily_per_number: number;
      queue_hours: number;
      max_human_minutes: number;
      dispositions: string[];
      unlocked: string[];
      plan: { lines: number; daily_limit: number; carrier: string; countries: string[] };
    };
    Member: {
      object: 'member';
      id: string;
      name: string;
      email: string;
      roles: Role[];
      status: string;
      shared_account: boolean;
      last_signed_in_at: string | null;
    };
    AddedMember: components['schemas']['Member'] & {
      welcome_email_sent: boolean;
      warnings: { field: string; code: string; message: string }[];
    };
    LoginLink: {
      object: 'login_link';
      url: string | null;
      path: string | null;
      sent: boolean;
      expires_at: string;
    };
    AuditEntry: {
      object: 'audit_entry';
      id: string;
      at: string;
      who: {
        kind: 'login' | 'key' | 'operator';
        id: string | null;
        name: string | null;
        email: string | null;
      };
      action: string;
      subject_id: string | null;
      fields: string[];
      address: string | null;
      count: number;
    };
  };
}
type S = components['schemas'];
export interface paths {
  '/console/api/service': { get: OpNoBody<S['Service']> };
  '/console/api/setup': {
    post: Op<
      S['Session'],
      never,
      {
        token: string;
        name: string;
        email: string;
        password: string;
        account_name?: string;
        timezone?: string;
      }
    >;
  };
  '/console/api/sign-in': { post: Op<S['Session'], never, { email: string; password: string }> };
  '/console/api/forgot': { post: Op<{ object: 'link_request'; accepted: true }, never, { email: string }> };
  '/console/api/links/inspect': { post: Op<S['Link'], never, { token: string }> };
  '/console/api/links/redeem': { post: Op<S['Session'], never, { token: string; password: string }> };
  '/console/api/session': { get: OpNoBody<S['Session']> };
  '/console/api/sign-out': { post: OpNoBody<S['SignedOut']> };
  '/console/api/sessions': { get: OpNoBody<List<S['SessionRow']>> };
  '/console/api/sessions/{id}': { delete: OpNoBody<S['SessionRow'], never, { id: string }> };
  '/console/api/sessions/end-others': { post: OpNoBody<List<S['SessionRow']>> };
  '/console/api/confirm': { post: Op<S['Session'], never, { password: string }> };
  '/console/api/password': {
    put: Op<S['Session'], never, { current_password: string; new_password: string }>;
  };
  '/console/api/me': { patch: Op<S['Session'], never, { name?: string; mobile_number?: string | null }> };
  '/console/api/home': { get: OpNoBody<S['Home'], { from?: string; to?: string; agent_id?: string }> };
  '/console/api/instant': { get: OpNoBody<S['Instant'], { local: string }> };
  '/console/api/calls': {
    get: OpNoBody<
      List<S['CallRow']>,
      {
        status?: string;
        agent_id?: string;
        batch_id?: string;
        disposition?: string;
        test?: boolean;
        from?: string;
        to?: string;
        q?: string;
        limit?: number;
        starting_after?: string;
      }
    >;
  };
  '/console/api/calls/{id}/context': { get: OpNoBody<S['CallContext'], never, { id: string }> };
  '/console/api/agents': { get: OpNoBody<List<S['AgentRow']>> };
  '/console/api/settings': {
    get: OpNoBody<S['Settings']>;
    patch: Op<S['Settings'], never, Partial<Omit<S['Settings'], 'object' | 'unlocked' | 'plan'>>>;
  };
  '/console/api/members': {
    get: OpNoBody<List<S['Member']>, { limit?: number; starting_after?: string }>;
    post: Op<S['AddedMember'], never, { name: string; email: string; roles: Role[] }>;
  };
  '/console/api/members/{id}': {
    patch: Op<S['Member'], never, { roles?: Role[]; active?: boolean }, { id: string }>;
  };
  '/console/api/members/{id}/link': { post: Op<S['LoginLink'], never, { send: boolean }, { id: string }> };
  '/console/api/audit-log': {
    get: OpNoBody<List<S['AuditEntry']>, { action?: string; limit?: number; starting_after?: string }>;
  };
}
