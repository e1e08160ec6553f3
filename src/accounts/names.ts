export { UNLOCKABLE_SETTINGS } from './domain/account';
export { LISTENING, MAX_NOTICE_LENGTH } from './domain/listening';
