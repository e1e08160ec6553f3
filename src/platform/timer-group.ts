export { TimerGroup } from './kernel/time/timer-group';
