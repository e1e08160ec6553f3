// What the operator sets up. Commands load it without the carriers, which take a fifth of their time.
export { CallTraces } from './application/call-traces';
export { AccountTrunks } from './application/account-trunks';
export { Numbers, type NumberChange } from './application/numbers';
export { SpeechReadiness } from './application/speech-readiness';
export { TrunkTests } from './application/trunk-tests';
export { Trunks } from './application/trunks';
export { OptionError, type OptionValue, trunkName } from './domain/option-readers';
export { OptionConflictError } from './domain/setup-error';
export type { TrunkChange } from './domain/trunk';
export { TrunksModule } from './trunks.module';
export {
  flagOf,
  LATER_OPTIONS,
  LATER_VALUES,
  optionsOf,
  TRUNK_KIND_NAMES,
  type TrunkKind,
  type TrunkOption,
} from './domain/trunk-options';
