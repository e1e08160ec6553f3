// For the help of commands, which loads no service.
export { TRUNK_KIND_NAMES, type TrunkKind } from './domain/trunk-kinds';
