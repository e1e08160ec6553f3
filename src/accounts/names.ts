export { UNLOCKABLE_SETTINGS } from './domain/account';
export { LISTENING_MODES, MAX_NOTICE_LENGTH } from './domain/listening';
