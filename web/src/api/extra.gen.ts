/* eslint-disable */
type Json<T> = { content: { 'application/json': T } };
type Op<A, Q = never, B = never, P = never> = {
  parameters: ([Q] extends [never] ? { query?: never } : { query?: Q }) &
    ([P] extends [never] ? { path?: never } : { path: P }) & { header?: never; cookie?: never };
  requestBody: [B] extends [never] ? never : Json<B>;
  responses: { 200: Json<A> };
};
type OpNoBody<A, Q = never, P = never> = Omit<Op<A, Q, never, P>, 'requestBody'> & { requestBody?: never };
export interface Home { object: 'home'; waiting: number; in_progress: number; lines: number; connected: number; not_connected: number;
      connect_rate: number | null; talk_minutes: number; credits_available: number;
      held: { reason: string; until: string | null; count: number }[];
      hours: { hour: number; connected: number; not_connected: number }[];
      days: { day: string; connected: number; not_connected: number }[];
      outcomes: { disposition: string; count: number }[];
      steps: { agent: boolean; call: boolean; batch: boolean; webhook: boolean; team: boolean };
}
export interface ExtraPaths {
  '/console/api/home': { get: OpNoBody<Home, { from?: string; to?: string; agent_id?: string }> };
  '/console/api/instant': { get: OpNoBody<{ object: 'instant'; local: string; at: string }, { local: string }> };
}
