// Made from the service's tables by `npm run openapi`.
export const AGENT_LIMITS = {
  "name": {"length":128},
  "opening_line": {"length":2000},
  "system_prompt": {"length":60000},
  "extraction_questions": {"entries":50,"length":500},
  "dispositions": {"entries":50,"length":64},
  "handoff_numbers": {"entries":10},
  "send_rules": {"entries":20},
  "voicemail.message": {"length":2000},
  "keyterms": {"entries":100,"length":64},
  "pronunciations": {"entries":100},
  "pronunciations.text": {"length":64},
  "pronunciations.say": {"length":128},
  "tool_ids": {"entries":20,"length":255},
  "built_in_tools": {"entries":1},
} as const;
export const AGENT_RANGES = {
  "max_call_minutes": [1,30],
  "pace": [0.5,2],
  "temperature": [0.01,2],
  "voice_modulation": [1,2.5],
} as const;
export const MAX_RULES_BYTES = 32768 as const;
export const CALL_STATUSES = ["queued","dialing","in_progress","completed","no_answer","busy","failed","canceled","expired"] as const;
export const FINAL_CALL_STATUSES = ["completed","no_answer","busy","failed","canceled","expired"] as const;
export const NOT_REACHED_STATUSES = ["no_answer","busy","failed","expired"] as const;
export const ROLES = ["ADMIN","STAFF","COUNSELLOR"] as const;
export const MAX_NOTICE_LENGTH = 300 as const;
export const DEFAULT_DISPOSITIONS = ["Interested","Likely_Interested","Callback","Not_Interested","Requirement_Not_Clear","Wrong_Number","Voicemail","Do_Not_Call","Incomplete"] as const;
