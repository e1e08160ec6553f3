export { Analyst, DEFAULT_DISPOSITIONS, emptyReading, type Reading } from './domain/analyst';
export { type TalkBrief, type Turn } from './domain/talk';
