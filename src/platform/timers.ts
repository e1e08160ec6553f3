export { delay, REAL_TIMERS, type Timers } from './kernel/time/timers';
