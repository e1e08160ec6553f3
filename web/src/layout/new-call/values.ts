export interface NewCallValues {
  phone_number: string;
  name: string;
  email: string;
  external_id: string;
  agent_id: string;
  variables: Record<string, string>;
  test: boolean;
  local: string;
  attempts: string;
  waits: string;
}
