export { UNLOCKABLE_SETTINGS } from './domain/account';
