// For the help of commands, which loads no service.
export { UNLOCKABLE_SETTINGS } from './domain/account';
